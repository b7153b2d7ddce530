package sample

import (
	"slices"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/schema"
)

// A Refusal is one that is looked for: by something in the CRD alone, without which the
// object would be accepted.
type Refusal struct {
	// Root is the schema from which values are made; nil for that of the version. It has to
	// have no place that that has not.
	Root *schema.Schema
	// By tells the findings of the thing.
	By func(object map[string]any, f *finding.Finding) bool
	// Aim is like those: where there are none, the search goes on as if this was wrong.
	Aim finding.Finding
}

// Send creates an object, and returns the answer as if what is to refuse it was accepted,
// and all else was refused, for Aim.
func (r *Refusal) send(to *dryrun.Resource, object map[string]any) *dryrun.Result {
	result, hit := r.Try(to, object)
	if hit {
		return result
	}
	missed := *result
	missed.APIServer.Accepted = false
	// It weighs more than any other finding: edits that fix that at its cost lead away.
	missed.Findings = append(slices.Clip(missed.Findings), r.Aim, r.Aim)
	return &missed
}

// Try creates an object as if nothing that is to refuse it was there. It reports
// whether there was something.
func (r *Refusal) Try(to *dryrun.Resource, object map[string]any) (result *dryrun.Result, hit bool) {
	result = to.Create(dryrun.FromValue(object), dryrun.RequestOptions{
		NoTrace: true,
		IgnoreFinding: func(o map[string]any, f *finding.Finding) bool {
			by := r.By(o, f)
			hit = hit || by
			return by
		},
	})
	return result, hit
}

// Refused returns an object of a version that is refused, with a value at a place and
// little else; nil if none is found.
func (g *Generator) Refused(version string, way []finding.Segment, r *Refusal, b *Budget) map[string]any {
	s := g.against(version, r)
	if s == nil {
		return nil
	}
	s.fill(s.wanted, place(way))
	return s.refused(s.wanted, b)
}

// RefusedLike is Refused, from an object on.
func (g *Generator) RefusedLike(version string, object map[string]any, r *Refusal, b *Budget) map[string]any {
	s := g.against(version, r)
	if s == nil {
		return nil
	}
	return s.refused(runtime.DeepCopyJSON(object), b)
}

func (s *search) refused(object map[string]any, b *Budget) map[string]any {
	return s.keeping(b, object, func(map[string]any) bool { return true })
}

func (g *Generator) against(version string, r *Refusal) *search {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	s.refusal = r
	if r.Root != nil {
		s.remake(r.Root)
	}
	return s
}

// remake has another schema in the place of the search's.
func (s *search) remake(root *schema.Schema) {
	s.root = root
	spec := &s.generator.crd.Spec
	for i := range spec.Versions {
		if v := &spec.Versions[i]; v.Name == s.version {
			s.wanted = s.builder.object(spec, v, root)
		}
	}
}

// Made returns an object made from a schema in the place of a version's, with a value at a
// place. Whether it is accepted is not tried. It is nil if there is no such place.
func (g *Generator) Made(version string, root *schema.Schema, way []finding.Segment) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	s.remake(root)
	s.fill(s.wanted, place(way))
	if _, there := at(s.wanted, place(way)); !there {
		return nil
	}
	return s.wanted
}

// Repaired returns the object next to one, by few edits, that is accepted on create and has
// a value at a place, and as many values as least; nil if none is found.
func (g *Generator) Repaired(version string, object map[string]any, way []finding.Segment, least int, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	return s.keeping(b, runtime.DeepCopyJSON(object), func(object map[string]any) bool {
		_, there := at(object, place(way))
		return there && jsonvalue.Count(object) >= least
	})
}

// Values returns up to n values that some schemas together accept, for a field of a name, those first
// that people would write: those of leaves differ from one another, and there is one of objects and of
// lists for each branch.
func (g *Generator) Values(schemas []*schema.Schema, name string, n int) []any {
	b := &builder{size: Minimal, behaviour: g.behaviour}
	sh := newShape(schemas, 0)
	switch sh.typ() {
	case "object", "array", "":
		var all []any
		for pick := range min(sh.branches(), n) {
			all = append(all, b.value(schemas, turn{name: name, pick: pick}))
		}
		return all
	}
	fits := b.fitting(sh)
	return slices.DeleteFunc(b.leaves(sh, turn{name: name}, n), func(v any) bool { return !fits(v) })
}

// Items returns n items for a list, those of a list of type set or map apart from one
// another.
func (g *Generator) Items(list []*schema.Schema, name string, n int) []any {
	b := &builder{size: Minimal, behaviour: g.behaviour}
	sh := newShape(list, 0)
	items := sh.items()
	if items == nil {
		return nil
	}
	all := make([]any, n)
	for i := range all {
		all[i] = b.value(items, turn{name: singular(name), nth: i, keys: sh.schemas[0].XListMapKeys()})
	}
	return all
}

// SchemasAt are the schemas of the values at a place, in a schema in the place of a
// version's; nil for the version's own.
func (g *Generator) SchemasAt(version string, root *schema.Schema, way []finding.Segment) []*schema.Schema {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	if root != nil {
		s.root = root
	}
	return s.schemasAt(place(way))
}

// Optional reports whether the field at a place may be absent, by its schema alone.
func (g *Generator) Optional(version string, root *schema.Schema, object map[string]any, way []finding.Segment) bool {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return false
	}
	if root != nil {
		s.root = root
	}
	e := editor{search: s, object: object}
	return e.optional(place(way))
}

// Node is the YAML of an object with its fields in the order of a schema, nil for none.
func Node(object map[string]any, root *schema.Schema) *yaml.Node {
	var schemas []*schema.Schema
	if root != nil {
		schemas = []*schema.Schema{root}
	}
	return yamlWriter{}.node(object, schemas, true, 0)
}
