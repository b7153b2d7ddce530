package witness

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
	"github.com/crdtool/crdtool/schema"
)

// A grid has objects with all combinations of a few values of some fields.
const (
	gridFields  = 5
	gridValues  = 4 // of a field, besides its absence
	gridObjects = 400
)

// grid yields objects that differ from one in the fields of the change and of the branches and CEL rules beside
// it: the old CRD may accept one field only instead of another. It reports whether to continue.
func (x *differSearch) grid(first map[string]any, yield func(map[string]any) bool) bool {
	at, names := x.gridPlace(first)
	s := x.p.schemaAt(x.Version, at)
	if s == nil || s.Type != "object" {
		return true
	}
	ruleText := x.Said
	for _, r := range s.XValidations() {
		ruleText += "\n" + r.Rule
	}
	for _, f := range mention.Fields(ruleText) {
		names = append(names, f.Path[0])
	}
	names = append(names, requiredBy(s)...)
	var fields []string
	var values [][]any
	for _, name := range names {
		if of := s.Property(name); of != nil && len(fields) < gridFields && !slices.Contains(fields, name) {
			fields, values = append(fields, name), append(values, x.gridValues(first, at, name, of, ruleText))
		}
	}
	n := 1
	for i := range values {
		n *= 1 + len(values[i])
	}
	for k := range min(n, gridObjects) {
		o := runtime.DeepCopyJSON(first)
		into, is := objectAt(o, at)
		if !is {
			return true
		}
		for i, rest := 0, k; i < len(fields); i++ {
			delete(into, fields[i])
			if v := rest % (1 + len(values[i])); v > 0 {
				into[fields[i]] = runtime.DeepCopyJSONValue(values[i][v-1])
			}
			rest /= 1 + len(values[i])
		}
		if !yield(o) {
			return false
		}
		if x.spent() {
			return false
		}
	}
	return true
}

// gridPlace returns the object whose fields are combined, and the field that comes first.
func (x *differSearch) gridPlace(first map[string]any) (at []finding.Segment, names []string) {
	v, _ := jsonvalue.At(first, x.Value)
	if _, is := v.(map[string]any); is {
		if x.Field != "" {
			names = append(names, x.Field)
		}
		return x.Value, names
	}
	if last := len(x.Value) - 1; last >= 0 && !x.Value[last].IsIndex {
		return x.Value[:last], []string{x.Value[last].Name}
	}
	return nil, nil
}

// gridValues returns a few values of a field.
func (x *differSearch) gridValues(first map[string]any, at []finding.Segment, name string, of *schema.Schema, ruleText string) []any {
	path := append(at[:len(at):len(at)], finding.Segment{Name: name})
	var all []any
	add := func(v any) {
		if len(all) < gridValues && !slices.ContainsFunc(all, func(o any) bool { return schema.SameValue(o, v) }) {
			all = append(all, v)
		}
	}
	if text(path) == text(x.Value) {
		for _, v := range x.Values[:min(len(x.Values), gridValues-1)] {
			add(v)
		}
	}
	if o := x.p.generator.Filled(x.Version, without(first, path), path); o != nil {
		if v, there := jsonvalue.At(o, path); there {
			add(v)
		}
	}
	for _, v := range of.Enum {
		add(v)
	}
	switch of.Type {
	case "string":
		if len(of.Enum) == 0 {
			for _, v := range mention.Literals(ruleText) {
				if _, is := v.(string); is {
					add(v)
				}
			}
			add("")
		}
	case "integer", "number":
		for _, n := range []int64{0, 1, -1} {
			add(n)
		}
	case "boolean":
		add(true)
		add(false)
	case "array":
		add([]any{})
	}
	return all
}

// requiredBy returns the fields that the branches of a schema require or declare.
func requiredBy(s *schema.Schema) []string {
	var all []string
	for _, b := range slices.Concat(s.OneOf(), s.AnyOf(), s.AllOf(), []*schema.Schema{s.Not}) {
		if b == nil {
			continue
		}
		all = append(all, b.Required...)
		for _, p := range b.Properties.All() {
			all = append(all, p.Name)
		}
		all = append(all, requiredBy(b)...)
	}
	return all
}

// objectAt returns the object at a place of another.
func objectAt(o map[string]any, at []finding.Segment) (map[string]any, bool) {
	v, _ := jsonvalue.At(o, at)
	into, is := v.(map[string]any)
	return into, is
}

// schemaAt returns the schema of a version for the values at a place; nil if there is none.
func (p *Prover) schemaAt(version string, path []finding.Segment) *schema.Schema {
	i := p.crd.VersionIndex(version)
	if i < 0 {
		return nil
	}
	s := p.crd.Spec.Versions[i].OpenAPISchema()
	for _, step := range path {
		if s == nil {
			return nil
		}
		if step.IsIndex {
			s = s.ItemSchema()
		} else if below := s.Properties.Get(step.Name); below != nil {
			s = below
		} else {
			s = s.ValueSchema()
		}
	}
	return s
}
