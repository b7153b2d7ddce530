package gotypes

import (
	"maps"
	"slices"
	"sort"
)

// flat returns a schema without references and embedded fields: what the type says, then
// what the field says, as controller-gen puts them together. The schemas below are as
// they were.
func (g *generator) flat(r *raw) *raw {
	flats := g.flatOf(r)
	d := flats[r]
	if d == nil {
		d = g.flatten(r)
		flats[r] = d
	}
	return d
}

func (g *generator) flatten(r *raw) *raw {
	d := &raw{at: r.at, doc: r.doc}
	if r.ref == nil {
		d = r.clone()
		d.embedded = nil
		for _, e := range r.embedded {
			g.into(d, e)
		}
	} else {
		g.into(d, r)
		g.documented(d, r, 0)
		d.home, d.of = g.named(r.ref).at, r.ref
	}
	sort.Strings(d.names)
	return d
}

// documented takes what documents from the outermost of field and types that has it.
func (g *generator) documented(d, r *raw, depth int) {
	for _, keyword := range []string{"title", "example", "externalDocs"} {
		if w := r.word(keyword); w != nil && d.word(keyword) == nil {
			d.set(keyword, w.value, w.at)
		}
	}
	if !d.doc.ok() {
		d.doc = r.doc
	}
	if r.ref != nil && depth < 50 {
		g.documented(d, g.named(r.ref), depth+1)
	}
}

// into merges a schema into another.
func (g *generator) into(d, s *raw) {
	if s.ref != nil {
		t := g.named(s.ref)
		g.into(d, placed(t, s.at))
	}
	for _, e := range s.embedded {
		g.into(d, e)
	}
	d.said = append(d.said, s.said...)
	for _, p := range s.names {
		if d.props == nil {
			d.props = map[string]*raw{}
		}
		if had := d.props[p]; had != nil {
			both := g.copied(had)
			g.into(both, s.props[p])
			d.props[p] = both
			continue
		}
		d.props[p] = s.props[p]
		d.names = append(d.names, p)
	}
	d.required = append(d.required, s.required...)
	if d.items == nil {
		d.items = s.items
	}
	if d.values == nil {
		d.values = s.values
	} else if s.values != nil {
		both := g.copied(d.values)
		g.into(both, s.values)
		d.values = both
	}
	d.anyValue, d.perhaps = d.anyValue || s.anyValue, d.perhaps || s.perhaps
	if s.unread {
		d.unread, d.typ = true, s.typ
	}
	if d.anyOf == nil {
		d.anyOf = s.anyOf
	}
	d.allOf = append(d.allOf, s.allOf...)
	a, b := &raw{at: d.at}, &raw{at: s.at}
	for _, w := range s.words {
		g.merge(d, a, b, w)
	}
	if g.minor >= withRequired || len(d.rules) == 0 || len(s.rules) == 0 {
		d.rules = append(slices.Clone(s.rules), d.rules...)
	} else {
		a.rules, b.rules, d.rules = d.rules, s.rules, nil
	}
	if len(b.words) > 0 || len(b.rules) > 0 {
		d.allOf = append(d.allOf, a, b)
	}
}

// merge merges a keyword. Where both have one that does not merge, they go into two
// branches of allOf, a and b.
func (g *generator) merge(d, a, b *raw, w word) {
	had := d.word(w.keyword)
	apart := false
	// The same field, by two ways: controller-gen has not copied these.
	if had != nil && had.at.file == w.at.file && had.at.pos == w.at.pos && (w.keyword == "default" || w.keyword == "x-kubernetes-list-type") {
		return
	}
	switch w.keyword {
	case "title", "example", "externalDocs":
		return
	case "enum":
		apart = had != nil && g.minor < withK8sEnum
		if had != nil && !apart {
			return
		}
	case "type":
		if had != nil {
			return
		}
	case "x-kubernetes-preserve-unknown-fields", "x-kubernetes-map-type":
		if had != nil {
			*had = w
			return
		}
	case "x-kubernetes-list-type", "x-kubernetes-list-map-keys":
		if had != nil && g.minor >= withK8sBounds {
			*had = w
			return
		}
		apart = had != nil
	case "minProperties", "maxProperties":
		if had != nil && same(had.value, w.value) && g.minor >= withK8sLists {
			return
		}
		apart = had != nil
	case "format", "pattern", "nullable", "uniqueItems", "exclusiveMaximum", "exclusiveMinimum", "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string":
		if had != nil && same(had.value, w.value) {
			return
		}
		apart = had != nil
	default:
		apart = had != nil
	}
	if !apart {
		d.words = append(d.words, w)
		return
	}
	a.words, b.words = append(a.words, *had), append(b.words, w)
	d.drop(w.keyword)
}

// clone returns a copy whose lists and properties may be changed.
func (r *raw) clone() *raw {
	c := *r
	c.words, c.rules, c.required, c.said = slices.Clone(r.words), slices.Clone(r.rules), slices.Clone(r.required), slices.Clone(r.said)
	c.names, c.props, c.allOf = slices.Clone(r.names), maps.Clone(r.props), slices.Clone(r.allOf)
	return &c
}

// copied is a schema that may be changed, without references and embedded fields.
func (g *generator) copied(r *raw) *raw {
	if r.ref != nil || len(r.embedded) > 0 {
		return g.flatten(r)
	}
	return r.clone()
}

// placed gives what has no place of its own, as schemas of known types, that where it is
// used.
func placed(r *raw, here place) *raw {
	if r.at.ok() {
		return r
	}
	c := *r
	c.at = here
	fill := func(words []word) []word {
		words = slices.Clone(words)
		for i := range words {
			if !words[i].at.ok() {
				words[i].at = here
			}
		}
		return words
	}
	c.words, c.said = fill(r.words), fill(r.said)
	if r.props != nil {
		c.props = map[string]*raw{}
		for k, v := range r.props {
			c.props[k] = placed(v, here)
		}
	}
	if r.items != nil {
		c.items = placed(r.items, here)
	}
	if r.values != nil {
		c.values = placed(r.values, here)
	}
	c.anyOf = nil
	for _, b := range r.anyOf {
		c.anyOf = append(c.anyOf, placed(b, here))
	}
	return &c
}
