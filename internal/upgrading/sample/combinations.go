package sample

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/mention"
)

// Combinations returns up to n objects that have all the fields of a CEL rule at a place, and differ in one, two
// or three of them: in the value, or in whether the field is present. Objects with the texts that the rule
// compares with come first. They may be refused.
func (g *Generator) Combinations(version string, object map[string]any, path []finding.Segment, rule string, n int, b *Budget) []map[string]any {
	s := g.searchIn(version, Minimal)
	if s == nil {
		return nil
	}
	s.literals = mention.Literals(rule)
	base, mentioned := s.mentioned(object, place(path), rule)
	if len(mentioned) == 0 {
		return nil
	}
	var all []map[string]any
	if as := s.asCompared(base, place(path), rule, b); as != nil {
		all = s.around(as, mentioned, n/2, 2, b)
	}
	return append(all, s.around(base, mentioned, n-len(all), 3, b)...)
}

// mostMentioned limits the fields of a rule for which combinations are tried: a few objects show nothing about a
// rule with more fields.
const mostMentioned = 12

// mentioned returns a copy of an object with all fields of a CEL rule at a place, and their places; no places if
// there are too many.
func (s *search) mentioned(object map[string]any, from place, rule string) (base map[string]any, all []place) {
	base = runtime.DeepCopyJSON(object)
	for _, f := range mention.Fields(rule) {
		q := s.placeOf(base, from, f.Path)
		if q == nil || slices.ContainsFunc(all, func(p place) bool { return slices.Equal(p, q) }) {
			continue
		}
		s.fill(base, q)
		all = append(all, q)
	}
	if len(all) > mostMentioned {
		return nil, nil
	}
	return base, all
}

// asCompared returns an accepted object whose fields have the texts that a CEL rule compares with; nil if none was
// found.
func (s *search) asCompared(base map[string]any, from place, rule string, b *Budget) map[string]any {
	o := runtime.DeepCopyJSON(base)
	texts := map[string]string{}
	var places []place
	for _, v := range mention.Values(rule) {
		q := s.placeOf(o, from, v.Path)
		if q == nil || newShape(s.schemasAt(q), 0).typ() != "string" {
			continue
		}
		s.fill(o, q)
		put(o, q, v.Text)
		places = append(places, q)
		texts[q.String()] = v.Text
	}
	if len(places) == 0 {
		return nil
	}
	return s.keeping(b, o, func(o map[string]any) bool {
		return !slices.ContainsFunc(places, func(q place) bool {
			v, _ := at(o, q)
			return v != texts[q.String()]
		})
	})
}

// around returns an object, and up to n others that differ from it in some of the places.
func (s *search) around(base map[string]any, mentioned []place, n, deepest int, b *Budget) []map[string]any {
	c := combining{search: s, base: base, most: min(n, b.Left/(b.Each+jsonvalue.Count(base)))}
	for _, q := range mentioned {
		c.changes = append(c.changes, c.changesAt(q, mentioned))
	}
	all := []map[string]any{base}
	for depth := 1; depth <= deepest && len(all) < c.most; depth++ {
		all = c.deviate(all, base, 0, depth)
	}
	for _, o := range all {
		b.pay(0, jsonvalue.Count(o))
	}
	return all
}

// placeOf returns the place of a field of a rule, in the first item of lists.
func (s *search) placeOf(object map[string]any, p place, names []string) place {
	for _, name := range names {
		if name != "*" {
			p = p.child(name)
			continue
		}
		s.fill(object, p)
		v, _ := at(object, p)
		switch v := v.(type) {
		case []any:
			p = p.index(0)
		case map[string]any:
			if len(v) == 0 {
				return nil
			}
			p = p.child(sortedKeys(v)[0])
		default:
			return nil
		}
	}
	if len(names) == 0 || s.schemasAt(p) == nil {
		return nil
	}
	return p
}

type combining struct {
	*search
	base map[string]any
	// changes are the changes at each place.
	changes [][]edit
	most    int
}

// changesAt returns the edits that change or remove the value at a place.
func (c *combining) changesAt(q place, mentioned []place) []edit {
	var all []edit
	v, there := at(c.base, q)
	above := slices.ContainsFunc(mentioned, func(p place) bool { return len(p) > len(q) && slices.Equal(p[:len(q)], q) })
	if there && !above {
		for _, other := range c.variants(c.schemasAt(q), v, q.name(), 6) {
			all = append(all, func(o map[string]any) {
				if _, there := at(o, q); there {
					put(o, q, other)
				}
			})
		}
	}
	if !q[len(q)-1].IsIndex {
		all = append(all, func(o map[string]any) { remove(o, q) })
	}
	return all
}

// deviate adds objects that differ from one in depth of the places, beginning with the place first.
func (c *combining) deviate(all []map[string]any, from map[string]any, first, depth int) []map[string]any {
	for i := first; i < len(c.changes); i++ {
		for _, change := range c.changes[i] {
			if len(all) >= c.most {
				return all
			}
			o := runtime.DeepCopyJSON(from)
			change(o)
			if depth > 1 {
				all = c.deviate(all, o, i+1, depth-1)
			} else {
				all = append(all, o)
			}
		}
	}
	return all
}
