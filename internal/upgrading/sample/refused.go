package sample

import (
	"slices"

	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// A Refusal describes the wanted refusal: a part of the CRD causes it, and the object is accepted without that
// part.
type Refusal struct {
	// Root is the schema from which values are made; nil for the schema of the version. It must not have places that
	// the schema of the version lacks.
	Root *schema.Schema
	// By reports whether the part causes a finding.
	By func(object map[string]any, f *finding.Finding) bool
	// Aim is a finding of the part. The search repairs an object without such findings as if it had Aim.
	Aim finding.Finding
}

// send creates an object. The answer is an acceptance if only the wanted refusal happened, and otherwise a refusal
// with Aim.
func (r *Refusal) send(to *dryrun.Resource, object map[string]any) *dryrun.Result {
	result, hit := r.Try(to, object)
	if hit {
		return result
	}
	missed := *result
	missed.APIServer.Accepted = false
	// Aim counts twice, so an edit that repairs another finding but loses the refusal is no improvement.
	missed.Findings = append(slices.Clip(missed.Findings), r.Aim, r.Aim)
	return &missed
}

// Try creates an object and ignores the findings of the part. It reports whether there were any.
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

// Refused returns a small object of a version that is refused, with a value at a place; nil if none is found.
func (g *Generator) Refused(version string, path []finding.Segment, r *Refusal, b *Budget) map[string]any {
	s := g.against(version, r)
	if s == nil {
		return nil
	}
	s.fill(s.wanted, place(path))
	return s.refused(s.wanted, b)
}

// RefusedLike is like Refused, but begins with an object.
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

// remake replaces the schema of the search.
func (s *search) remake(root *schema.Schema) {
	s.root = root
	spec := &s.generator.crd.Spec
	for i := range spec.Versions {
		if v := &spec.Versions[i]; v.Name == s.version {
			s.wanted = s.builder.object(spec, v, root)
		}
	}
}

// Made returns an object made from a schema that replaces the version's, with a value at a place. It may be
// refused. Made returns nil if the schema has no such place.
func (g *Generator) Made(version string, root *schema.Schema, path []finding.Segment) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	s.remake(root)
	s.fill(s.wanted, place(path))
	if _, there := at(s.wanted, place(path)); !there {
		return nil
	}
	return s.wanted
}

// Repaired returns an accepted object that differs from one by few edits, with a value at a place and at least
// least values; nil if none is found.
func (g *Generator) Repaired(version string, object map[string]any, path []finding.Segment, least int, b *Budget) map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	return s.keeping(b, runtime.DeepCopyJSON(object), func(object map[string]any) bool {
		_, there := at(object, place(path))
		return there && jsonvalue.Count(object) >= least
	})
}

// Values returns up to n values that some schemas together accept, for a field of a name, the most natural first.
// Values of leaves differ; objects and lists have one value for each branch.
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

// Items returns n items for a list; they differ if the list has type set or map.
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

// SchemasAt returns the schemas of the values at a place, in a schema that replaces the version's; nil for the
// version's own.
func (g *Generator) SchemasAt(version string, root *schema.Schema, path []finding.Segment) []*schema.Schema {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	if root != nil {
		s.root = root
	}
	return s.schemasAt(place(path))
}

// Optional reports whether the schema allows the field at a place to be absent.
func (g *Generator) Optional(version string, root *schema.Schema, object map[string]any, path []finding.Segment) bool {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return false
	}
	if root != nil {
		s.root = root
	}
	e := editor{search: s, object: object}
	return e.optional(place(path))
}

// Node returns the YAML of an object with its fields in the order of a schema, which may be nil.
func Node(object map[string]any, root *schema.Schema) *yaml.Node {
	var schemas []*schema.Schema
	if root != nil {
		schemas = []*schema.Schema{root}
	}
	return yamlWriter{}.node(object, schemas, true, 0)
}
