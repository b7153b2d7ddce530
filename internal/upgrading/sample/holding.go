package sample

import (
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
	"github.com/crdtool/crdtool/schema"
)

// holdingTries is how many objects are tried for one that has a value at a place.
const holdingTries = 60

// A Budget bounds what is tried for several objects, by the values in those and by what
// each costs beside them. It is for one goroutine.
type Budget struct {
	// Left is what is left; nothing is tried without any.
	Left int
	// Each is what a try costs beside its values, such as the number of CEL rules.
	Each int
}

// Try pays for a try of an object.
func (b *Budget) Try(object map[string]any) { b.pay(1, jsonvalue.Count(object)) }

// pay pays for tries of objects with so many values in all.
func (b *Budget) pay(tries, values int) { b.Left -= tries*b.Each + values }

// Holding returns an object of a version that the dry run accepts on create and that
// has a value at a place, with little else; nil if none is found. Items of lists on
// the way have index 0.
func (g *Generator) Holding(version string, way []finding.Segment, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(way)
	s.fill(s.wanted, p)
	if _, there := at(s.wanted, p); !there {
		return nil
	}
	return s.keeping(b, s.wanted, func(object map[string]any) bool {
		_, there := at(object, p)
		return there
	})
}

// Near is Holding of an object like the one given, but for what has to be otherwise for it to
// be accepted.
func (g *Generator) Near(version string, object map[string]any, way []finding.Segment, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(way)
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

// OtherKeys are ways like one that goes through a map with rules, with keys that those name
// in the place of its own.
func (g *Generator) OtherKeys(version string, way []finding.Segment) [][]finding.Segment {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	const few = 4
	var all [][]finding.Segment
	for i, step := range way {
		sh := s.shapeAt(place(way[:i]))
		if step.IsIndex || sh.typ() != "object" || sh.hasProperty(step.Name) {
			continue
		}
		tried := 0
		for _, of := range sh.schemas {
			for _, rule := range of.XValidations() {
				for _, key := range mention.Literals(rule.Rule) {
					if name, isText := key.(string); isText && name != "" && tried < few {
						other := slices.Clone(way)
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

// Without returns an object that is accepted on create, like one that Holding returned
// but for the field at a place, which it lacks, and for what must differ then; nil if
// none is found.
func (g *Generator) Without(version string, object map[string]any, way []finding.Segment, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(way)
	object = runtime.DeepCopyJSON(object)
	remove(object, p)
	return s.keeping(b, object, func(object map[string]any) bool {
		_, there := at(object, p)
		return !there
	})
}

// With returns an object that is accepted on create, like the one given and with the
// value that that has at a place, but for what must differ then; nil if none is found.
func (g *Generator) With(version string, object map[string]any, way []finding.Segment, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(way)
	value, _ := at(object, p)
	return s.keeping(b, object, func(object map[string]any) bool {
		v, _ := at(object, p)
		return reflect.DeepEqual(v, value)
	})
}

// Putting returns an object that is accepted on create and has a value at a place; nil if
// none is found.
func (g *Generator) Putting(version string, way []finding.Segment, value any, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(way)
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

// keeping repairs an object by edits that keep something.
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

// searchIn returns a search for an object of a version; nil for a version that the
// CRD lacks or does not serve.
func (g *Generator) searchIn(version string, size Size) *search {
	v := g.searched(version)
	if v == nil {
		return nil
	}
	root := v.OpenAPISchema()
	b := &builder{size: size, behaviour: g.behaviour}
	return &search{generator: g, builder: b, root: root, version: version, wanted: b.object(&g.crd.Spec, v, root)}
}

// Makes reports whether objects of a version are looked for at all: it is served, and has a schema.
func (g *Generator) Makes(version string) bool { return g.searched(version) != nil }

func (g *Generator) searched(version string) *crd.Version {
	for _, v := range g.named[version] {
		if root := v.OpenAPISchema(); v.Served && root != nil {
			return v
		}
	}
	return nil
}

// fill puts a value at a place where there is none, and what it stands in.
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

// Filled returns an object like one, with a value at a place and in what that stands in.
// Whether it is accepted is not tried. It is nil if there is no such place.
func (g *Generator) Filled(version string, object map[string]any, way []finding.Segment) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	object = runtime.DeepCopyJSON(object)
	s.fill(object, place(way))
	if _, there := at(object, place(way)); !there {
		return nil
	}
	return object
}

// Others returns up to n objects that differ from one that Holding returned in the
// value at the place, or in a part of it. Whether they are accepted is not tried. Values
// that the text of a CEL rule names are among them.
func (g *Generator) Others(version string, object map[string]any, way []finding.Segment, rule string, n int, b *Budget) []map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	p := place(way)
	value, there := at(object, p)
	if !there {
		return nil
	}
	s.said = mention.Literals(rule)
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

// mostCombined is how many objects differ in several of the fields that a CEL rule speaks
// of.
const mostCombined = 16

// combined returns objects that have all of the fields that a CEL rule at a place speaks
// of, and differ in one of those from one another.
func (s *search) combined(object map[string]any, p place, rule string, b *Budget) []map[string]any {
	base, mentioned := s.mentioned(object, p, rule)
	if len(mentioned) < 2 {
		return nil
	}
	return s.around(base, mentioned, mostCombined, 1, b)
}

// variants returns up to n values that differ from one: leaves in their value, objects
// and lists in one of their parts, or by one more.
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
	// A part has few variants, so that others have some.
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
						changed(key, to) // the default is the same as nothing
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
		for _, to := range s.said {
			// Another branch of a junctor may take it, so that the type alone is asked.
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

// Resource is what the CRD makes the server serve.
func (g *Generator) Resource() *dryrun.Resource { return g.resource }
