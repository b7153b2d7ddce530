package sample

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/schema"
)

// A shape combines several schemas of one value: those of the field, and those of allOf, anyOf and oneOf above it.
type shape struct {
	schemas []*schema.Schema
	// required and forbidden are names of properties that must be present, and of those that must be absent because
	// another branch of oneOf was chosen.
	required  []string
	forbidden map[string]bool
	listed    map[string]bool // the names in required
}

// newShape combines schemas with their allOf and one branch of each anyOf and oneOf: the branch of index pick,
// modulo their number.
func newShape(schemas []*schema.Schema, pick int) *shape {
	sh := &shape{forbidden: map[string]bool{}, listed: map[string]bool{}}
	for _, s := range schemas {
		sh.add(s, pick)
	}
	for _, name := range sh.required {
		delete(sh.forbidden, name)
	}
	return sh
}

func (sh *shape) add(s *schema.Schema, pick int) {
	sh.schemas = append(sh.schemas, s)
	for _, name := range s.Required {
		if !sh.listed[name] {
			sh.listed[name] = true
			sh.required = append(sh.required, name)
		}
	}
	sh.forbid(s.Not)
	for _, part := range s.AllOf() {
		sh.add(part, pick)
	}
	if n := len(s.AnyOf()); n > 0 && !structural.IsIntOrString(s.AnyOf()) {
		sh.add(s.AnyOf()[pick%n], pick/n)
	}
	if n := len(s.OneOf()); n > 0 {
		chosen := s.OneOf()[pick%n]
		sh.add(chosen, pick/n)
		for _, other := range s.OneOf() {
			if other != chosen {
				sh.exclude(other, chosen)
			}
		}
	}
}

// forbid adds the fields that a schema in not requires and does not restrict otherwise.
func (sh *shape) forbid(not *schema.Schema) {
	if not == nil {
		return
	}
	if len(not.Required) == 1 && not.Properties.Len() == 0 {
		sh.forbidden[not.Required[0]] = true
	}
	for _, s := range not.AnyOf() {
		sh.forbid(s)
	}
	for _, s := range not.OneOf() {
		sh.forbid(s)
	}
}

// exclude forbids a field that another branch requires and the chosen one does not.
func (sh *shape) exclude(other, chosen *schema.Schema) {
	for _, name := range other.Required {
		if !slices.Contains(chosen.Required, name) {
			sh.forbidden[name] = true
			return
		}
	}
}

// typ returns the type of the value; "" for any type.
func (sh *shape) typ() string {
	for _, s := range sh.schemas {
		if s.XIntOrString {
			return intOrString
		}
		if s.Type != "" {
			return s.Type
		}
	}
	return ""
}

// intOrString stands for the type of x-kubernetes-int-or-string.
const intOrString = "int-or-string"

// embedded reports whether the value is a whole resource.
func (sh *shape) embedded() bool {
	return slices.ContainsFunc(sh.schemas, func(s *schema.Schema) bool { return s.XEmbeddedResource })
}

// properties returns the fields of an object in the order of the file, the required ones first.
func (sh *shape) properties() []string {
	var first, then []string
	seen := map[string]bool{}
	for _, s := range sh.schemas {
		for _, p := range s.Properties.All() {
			if seen[p.Name] {
				continue
			}
			seen[p.Name] = true
			if sh.listed[p.Name] {
				first = append(first, p.Name)
			} else {
				then = append(then, p.Name)
			}
		}
	}
	return append(first, then...)
}

// hasProperty reports whether a field is one of properties.
func (sh *shape) hasProperty(name string) bool {
	return slices.ContainsFunc(sh.schemas, func(s *schema.Schema) bool { return s.Property(name) != nil })
}

// property returns the schemas of a field; nil if it has none. Do not change them.
func (sh *shape) property(name string) []*schema.Schema {
	var list []*schema.Schema
	for _, s := range sh.schemas {
		if p := s.Property(name); p != nil {
			list = append(list, p)
		}
	}
	if list == nil {
		for _, s := range sh.schemas {
			if v := s.ValueSchema(); v != nil {
				list = append(list, v)
			}
		}
	}
	return list
}

// items returns the schemas of the items of a list.
func (sh *shape) items() []*schema.Schema {
	var list []*schema.Schema
	for _, s := range sh.schemas {
		if item := s.ItemSchema(); item != nil {
			list = append(list, item)
		}
	}
	return list
}

// least returns the highest lower limit that field returns for a schema; 0 without any. most returns the lowest
// upper limit; -1 without any.
func (sh *shape) least(field func(*schema.Schema) *int64) int {
	var n int64
	for _, s := range sh.schemas {
		if p := field(s); p != nil {
			n = max(n, *p)
		}
	}
	return int(n)
}

func (sh *shape) most(field func(*schema.Schema) *int64) int {
	n := int64(-1)
	for _, s := range sh.schemas {
		if p := field(s); p != nil && (n < 0 || *p < n) {
			n = *p
		}
	}
	return int(n)
}

// each calls f for the schemas and for all in their allOf, anyOf and oneOf.
func (sh *shape) each(f func(*schema.Schema)) {
	for _, s := range sh.schemas {
		eachJunctor(s, f)
	}
}

func eachJunctor(s *schema.Schema, f func(*schema.Schema)) {
	f(s)
	for _, list := range [...][]*schema.Schema{s.AllOf(), s.AnyOf(), s.OneOf()} {
		for _, part := range list {
			eachJunctor(part, f)
		}
	}
}

// branches returns the number of picks to try.
func (sh *shape) branches() int {
	n := 1
	for _, s := range sh.schemas {
		n = max(n, len(s.OneOf()))
		if !structural.IsIntOrString(s.AnyOf()) {
			n = max(n, len(s.AnyOf()))
		}
	}
	return n
}
