package mutationrun

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/objects/mutation"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
)

// probe tries objects that are made for the damaged constraint.
func (r *Runner) probe(m *mutant, whole *crd.CustomResourceDefinition, try func(*witness.Difference) *Proof) *Proof {
	path := m.Values("example")
	status := len(path) > 0 && path[0].Name == "status"
	give := func(o map[string]any) *Proof {
		if o == nil {
			return nil
		}
		d := &witness.Difference{Operation: "create", Version: m.Version, Object: o}
		if status && hasStatus(whole, m.Version) {
			d.Operation = "update-status"
		}
		return try(d)
	}
	probes := m.Probes(whole)
	for _, c := range probes {
		if p := give(r.maker(c, path).holding(m.Version, path)); p != nil {
			return p
		}
	}
	accepting := r.maker(whole, path)
	for _, base := range accepting.bases(m, path) {
		for _, o := range perturbed(m, base, path) {
			if p := give(o); p != nil {
				return p
			}
		}
	}
	for _, seed := range r.seeds(m, whole, path) {
		for _, o := range perturbed(m, seed.object, seed.path) {
			if p := give(o); p != nil {
				return p
			}
		}
		for _, c := range probes {
			if p := give(r.maker(c, path).near(m.Version, seed.object, seed.path)); p != nil {
				return p
			}
		}
		if base := accepting.near(m.Version, seed.object, seed.path); base != nil && !seed.there {
			for _, o := range perturbed(m, base, seed.path) {
				if p := give(o); p != nil {
					return p
				}
			}
		}
	}
	return nil
}

// A maker makes objects that a CRD accepts; a nil maker makes none.
type maker struct{ *sample.Generator }

// maker returns a maker of objects for a place. Objects with a status are created with it.
func (r *Runner) maker(c *crd.CustomResourceDefinition, path []finding.Segment) *maker {
	if len(path) > 0 && path[0].Name == "status" {
		c = sample.WithoutStatus(c)
	}
	g, err := sample.New(c, sample.Options{Version: r.version, Rules: dryrun.CEL(r.servers.Checker().Compiler())})
	if err != nil {
		return nil
	}
	return &maker{g}
}

// holding returns an object with a value at a place; nil if none is found.
func (g *maker) holding(version string, path []finding.Segment) map[string]any {
	if len(path) > 0 && path[0].Name == "metadata" {
		path = nil
	}
	if g == nil {
		return nil
	}
	return g.Holding(version, path, &sample.Budget{Left: budget})
}

// near is like holding, but begins with an object.
func (g *maker) near(version string, o map[string]any, path []finding.Segment) map[string]any {
	if g == nil {
		return nil
	}
	return g.Near(version, o, path, &sample.Budget{Left: budget})
}

// A seed is an object of a test, to which a value at a place may be added.
type seed struct {
	object map[string]any
	path   []finding.Segment
	there  bool
}

// mostSeeds limits the objects of tests that are tried.
const mostSeeds = 3

// seeds returns objects that tests send: first those with a value at the place, and small ones first.
func (r *Runner) seeds(m *mutant, whole *crd.CustomResourceDefinition, path []finding.Segment) []seed {
	var all []seed
	for _, j := range m.jobs {
		for _, s := range j.sent {
			if s.group != whole.Spec.Group || s.kind != whole.Spec.Names.Kind || s.version != m.Version {
				continue
			}
			at, there := m.In(s.object)
			if !there {
				at = path
			}
			all = append(all, seed{s.object, at, there})
		}
	}
	slices.SortStableFunc(all, func(a, b seed) int {
		if a.there != b.there {
			return map[bool]int{true: -1, false: 1}[a.there]
		}
		return jsonvalue.Count(a.object) - jsonvalue.Count(b.object)
	})
	return all[:min(len(all), mostSeeds)]
}

// budget limits the search for an object, in values that are tried.
const budget = 20_000

// bases returns accepted objects with a value at a place, or without a value that has a default.
func (g *maker) bases(m *mutant, path []finding.Segment) []map[string]any {
	var all []map[string]any
	if o := g.holding(m.Version, path); o != nil {
		all = append(all, o)
	}
	if m.Kind == mutation.DefaultDropped || m.Kind == mutation.DefaultChanged {
		if o := g.holding(m.Version, path[:max(0, len(path)-1)]); o != nil {
			all = append(all, o)
		}
	}
	return all
}

// perturbed returns copies of an object with values at the place that show the damage.
func perturbed(m *mutant, base map[string]any, path []finding.Segment) []map[string]any {
	var all []map[string]any
	put := func(v any) {
		o := runtime.DeepCopyJSON(base)
		if jsonvalue.Set(o, path, v) {
			all = append(all, o)
		}
	}
	is, there := jsonvalue.At(base, path)
	switch m.Kind {
	case mutation.FieldsKept, mutation.FieldsDropped:
		if object, ok := is.(map[string]any); ok {
			object = runtime.DeepCopyJSON(object)
			object["example"] = "example"
			if len(path) == 0 {
				return []map[string]any{object}
			}
			put(object)
		}
	case mutation.NullableDropped:
		put(nil)
	case mutation.DefaultDropped, mutation.DefaultChanged:
		o := runtime.DeepCopyJSON(base)
		if there {
			unset(o, path)
		}
		all = append(all, o)
	case mutation.RequiredDropped:
		name, _ := m.Constraint.Value.(string)
		o := runtime.DeepCopyJSON(base)
		unset(o, append(slices.Clone(path), finding.Segment{Name: name}))
		all = append(all, o)
	case mutation.ListTypeDropped:
		if list, ok := is.([]any); ok && len(list) > 0 {
			put(append(slices.Clone(list), runtime.DeepCopyJSONValue(list[0])))
		}
	case mutation.ResourceDropped:
		put(map[string]any{})
	case mutation.BoundDropped, mutation.BoundMoved:
		for _, v := range beyond(m, is) {
			put(v)
		}
	case mutation.EnumDropped, mutation.PatternDropped, mutation.AnchorDropped, mutation.FormatDropped:
		if s, ok := is.(string); ok {
			for _, v := range []string{s + " ", "!" + s, s + "!", "", "example", "-", "Example_1"} {
				put(v)
			}
		}
	}
	return all
}

// beyond returns values just beyond a limit.
func beyond(m *mutant, is any) []any {
	switch v := is.(type) {
	case string:
		n, _ := m.Constraint.Value.(int64)
		switch {
		case m.Constraint.Keyword == "maxLength" && n < mostLength && v != "":
			k := int(n) + 1 - len([]rune(v))
			if k <= 0 {
				return nil
			}
			label := strings.Repeat("a", 63) + "."
			var all []any
			for _, fill := range []string{strings.Repeat("a", k), strings.Repeat(v[len(v)-1:], k), strings.Repeat("1", k), strings.Repeat(label, k/64+1)[:k]} {
				all = append(all, v+fill, v[:1]+fill+v[1:], fill+v)
			}
			return all
		case m.Constraint.Keyword == "minLength" && n > 0 && int(n)-1 < len(v):
			return []any{v[:n-1]}
		}
	case []any:
		n, _ := m.Constraint.Value.(int64)
		if m.Constraint.Keyword == "minItems" && n > 0 && int(n)-1 <= len(v) {
			return []any{v[:n-1]}
		}
	}
	return nil
}

// mostLength limits the length of texts.
const mostLength = 100_000

func hasStatus(c *crd.CustomResourceDefinition, version string) bool {
	v := c.VersionNamed(version)
	return v != nil && v.HasStatus()
}

func unset(o map[string]any, path []finding.Segment) {
	if in, _ := jsonvalue.At(o, path[:len(path)-1]); in != nil {
		if m, ok := in.(map[string]any); ok {
			delete(m, path[len(path)-1].Name)
		}
	}
}
