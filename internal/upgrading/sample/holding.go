package sample

import (
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
	"github.com/crdtool/crdtool/schema"
)

// holdingTries limits the objects that are tried for one with a value at a place.
const holdingTries = 60

// A Budget limits the tries for several objects, by the values in them and a fixed cost of each. It is not safe
// for concurrent use.
type Budget struct {
	// Left is the rest of the budget; nothing is tried at 0 or below.
	Left int
	// Each is the fixed cost of a try, such as the number of CEL rules.
	Each int
}

// Try subtracts the cost of trying an object.
func (b *Budget) Try(object map[string]any) { b.pay(1, jsonvalue.Count(object)) }

// pay subtracts the cost of tries of objects with values values in all.
func (b *Budget) pay(tries, values int) { b.Left -= tries*b.Each + values }

// Holding returns a small object of a version that the dry run accepts on create and that has a value at a place;
// nil if none is found. Items of lists on the path have index 0.
func (g *Generator) Holding(version string, path []finding.Segment, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(path)
	s.fill(s.wanted, p)
	if _, there := at(s.wanted, p); !there {
		return nil
	}
	return s.keeping(b, s.wanted, func(object map[string]any) bool {
		_, there := at(object, p)
		return there
	})
}

// Near is like Holding, but begins with an object and changes it as little as possible.
func (g *Generator) Near(version string, object map[string]any, path []finding.Segment, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(path)
	object = runtime.DeepCopyJSON(object)
	s.fill(object, p)
	if _, there := at(object, p); !there {
		return nil
	}
	return s.keeping(b, object, func(object map[string]any) bool {
		_, there := at(object, p)
		return there
	})
}

// OtherKeys returns paths like one through a map with rules, with the keys that the rules name.
func (g *Generator) OtherKeys(version string, path []finding.Segment) [][]finding.Segment {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	const few = 4
	var all [][]finding.Segment
	for i, step := range path {
		sh := s.shapeAt(place(path[:i]))
		if step.IsIndex || sh.typ() != "object" || sh.hasProperty(step.Name) {
			continue
		}
		tried := 0
		for _, of := range sh.schemas {
			for _, rule := range of.XValidations() {
				for _, key := range mention.Literals(rule.Rule) {
					if name, isText := key.(string); isText && name != "" && tried < few {
						other := slices.Clone(path)
						other[i].Name = name
						all = append(all, other)
						tried++
					}
				}
			}
		}
	}
	return all
}

// Without returns an accepted object without the field at a place. It changes the rest of the given object as
// little as possible; nil if none is found.
func (g *Generator) Without(version string, object map[string]any, path []finding.Segment, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(path)
	object = runtime.DeepCopyJSON(object)
	remove(object, p)
	return s.keeping(b, object, func(object map[string]any) bool {
		_, there := at(object, p)
		return !there
	})
}

// With returns an accepted object with the value that the given one has at a place. It changes the rest as little
// as possible; nil if none is found.
func (g *Generator) With(version string, object map[string]any, path []finding.Segment, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(path)
	value, _ := at(object, p)
	return s.keeping(b, object, func(object map[string]any) bool {
		v, _ := at(object, p)
		return reflect.DeepEqual(v, value)
	})
}

// Putting returns an accepted object with a given value at a place; nil if none is found.
func (g *Generator) Putting(version string, path []finding.Segment, value any, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(path)
	s.fill(s.wanted, p)
	if _, there := at(s.wanted, p); !there {
		return nil
	}
	put(s.wanted, p, value)
	return s.keeping(b, s.wanted, func(object map[string]any) bool {
		v, _ := at(object, p)
		return reflect.DeepEqual(v, value)
	})
}

// keeping repairs an object by edits after which keep returns true.
func (s *search) keeping(b *Budget, object map[string]any, keep func(map[string]any) bool) map[string]any {
	s.keep = keep
	size := jsonvalue.Count(object)
	tries := min(holdingTries, b.Left/(b.Each+size))
	if tries <= 0 {
		return nil
	}
	s.tries, s.tried = 0, 0
	found := s.repair(s.try(object), tries)
	b.pay(s.tries, s.tried)
	if !found.result.APIServer.Accepted {
		return nil
	}
	return found.object
}

// searchIn returns a search for an object of a version; nil if the CRD lacks the version or does not serve it.
func (g *Generator) searchIn(version string, size Size) *search {
	v := g.searched(version)
	if v == nil {
		return nil
	}
	root := v.OpenAPISchema()
	b := &builder{size: size, behaviour: g.behaviour}
	return &search{generator: g, builder: b, root: root, version: version, wanted: b.object(&g.crd.Spec, v, root)}
}

// Makes reports whether the generator can make objects of a version: it is served and has a schema.
func (g *Generator) Makes(version string) bool { return g.searched(version) != nil }

func (g *Generator) searched(version string) *crd.Version {
	for _, v := range g.named[version] {
		if root := v.OpenAPISchema(); v.Served && root != nil {
			return v
		}
	}
	return nil
}

// fill adds a value at a place, and its parents, if they are missing.
func (s *search) fill(object map[string]any, p place) {
	for i := 1; i <= len(p); i++ {
		if _, there := at(object, p[:i]); there {
			continue
		}
		schemas := s.schemasAt(p[:i])
		if schemas == nil {
			return
		}
		v := s.builder.value(schemas, turn{name: p[:i].name()})
		if last := p[i-1]; last.IsIndex {
			list, _ := at(object, p[:i-1])
			items, _ := list.([]any)
			put(object, p[:i-1], append(items, v))
		} else {
			put(object, p[:i], v)
		}
	}
}

// Filled returns a copy of an object with a value at a place, and its parents. It may be refused. Filled returns
// nil if the schema has no such place.
func (g *Generator) Filled(version string, object map[string]any, path []finding.Segment) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	object = runtime.DeepCopyJSON(object)
	s.fill(object, place(path))
	if _, there := at(object, place(path)); !there {
		return nil
	}
	return object
}

// Others returns up to n objects that differ from an object of Holding in the value at the place, or in a part of
// it. They have the literals of a CEL rule, among other values. They may be refused.
func (g *Generator) Others(version string, object map[string]any, path []finding.Segment, rule string, n int, b *Budget) []map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(path)
	value, there := at(object, p)
	if !there {
		return nil
	}
	s.literals = mention.Literals(rule)
	var all []map[string]any
	n = min(n, b.Left/(b.Each+jsonvalue.Count(object)))
	for _, v := range s.variants(s.schemasAt(p), value, p.name(), n) {
		other := runtime.DeepCopyJSON(object)
		put(other, p, v)
		b.pay(0, jsonvalue.Count(other))
		all = append(all, other)
	}
	return append(all, s.combined(object, p, rule, b)...)
}

// mostCombined limits the objects that differ in fields of a CEL rule.
const mostCombined = 16

// combined returns objects that have all the fields of a CEL rule at a place, and differ in one of them.
func (s *search) combined(object map[string]any, p place, rule string, b *Budget) []map[string]any {
	base, mentioned := s.mentioned(object, p, rule)
	if len(mentioned) < 2 {
		return nil
	}
	return s.around(base, mentioned, mostCombined, 1, b)
}

// variants returns up to n values that differ from one: other leaves, and objects and lists with another part or
// one more.
func (s *search) variants(schemas []*schema.Schema, value any, name string, n int) []any {
	var all []any
	give := func(v any) {
		if len(all) < n && !reflect.DeepEqual(v, value) {
			all = append(all, runtime.DeepCopyJSONValue(v))
		}
	}
	if len(schemas) == 0 {
		return nil
	}
	sh := newShape(schemas, 0)
	// Few variants of a part leave room for variants of others.
	const few = 5
	switch v := value.(type) {
	case map[string]any:
		changed := func(key string, to any) {
			o := runtime.DeepCopyJSON(v)
			o[key] = to
			give(o)
		}
		for _, key := range sortedKeys(v) {
			if len(all) == n {
				return all // objects may be large
			}
			if !sh.listed[key] {
				o := runtime.DeepCopyJSON(v)
				delete(o, key)
				give(o)
			}
			for _, to := range s.variants(sh.property(key), v[key], key, few) {
				changed(key, to)
			}
		}
		for _, key := range sh.properties() {
			if len(all) == n {
				return all
			}
			if _, there := v[key]; !there {
				of := sh.property(key)
				usual := s.builder.value(of, turn{name: key})
				changed(key, usual)
				if len(of) > 0 && reflect.DeepEqual(usual, of[0].Default) {
					for _, to := range s.variants(of, usual, key, 1) {
						changed(key, to) // the default equals an absent field
					}
				}
			}
		}
		if sh.properties() == nil {
			if of := sh.property("other"); of != nil {
				changed("other", s.builder.value(of, turn{name: "other"}))
			}
		}
	case []any:
		items := sh.items()
		if items == nil {
			return nil
		}
		next := s.builder.value(items, turn{name: singular(name), nth: len(v), keys: sh.schemas[0].XListMapKeys()})
		give(append(runtime.DeepCopyJSONValue(v).([]any), next))
		if len(v) > 0 {
			for _, to := range s.variants(items, v[0], singular(name), few) {
				o := runtime.DeepCopyJSONValue(v).([]any)
				o[0] = to
				give(o)
			}
			give([]any{})
		}
	default:
		for _, to := range s.literals {
			// Another branch may accept the number, so check only the type.
			switch n, number := to.(int64); {
			case number && (sh.typ() == "integer" || sh.typ() == "number" || sh.typ() == intOrString):
				give(n)
				give(-n) // literals are read without their sign
			case !number && (sh.typ() == "string" || sh.typ() == intOrString):
				give(to)
			}
		}
		for _, to := range s.builder.leaves(sh, turn{name: name}, few+1) {
			give(to)
		}
	}
	return all
}

// Resource returns the resource that the CRD defines.
func (g *Generator) Resource() *dryrun.Resource { return g.resource }
