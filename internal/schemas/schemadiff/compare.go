package schemadiff

import (
	"iter"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// Compare pairs the places of two schemas and returns the keywords that differ, in the order of the new schema: parents
// first, and at each place removed fields before the children. Fields are paired by name, items with items, values of
// maps with values of maps, and a declared field with the values of a map if the other schema does not declare it.
//
// It returns no changes if and only if schema.Equal reports true. Compare(b, a) returns the reversed changes of
// Compare(a, b).
func Compare(old, new *schematree.Tree) []Change {
	if len(old.Nodes) == 0 || len(new.Nodes) == 0 {
		return nil
	}
	w := &walk{old: old, new: new}
	w.pair(nil, &old.Nodes[0], &new.Nodes[0], false)
	return w.changes
}

type walk struct {
	old, new *schematree.Tree
	changes  []Change
}

func (w *walk) pair(parent *Pair, old, new *schematree.Node, crossed bool) {
	if old.Schema == new.Schema {
		return
	}
	p := &Pair{Old: old, New: new, Parent: parent, Crossed: crossed, old: w.old, new: w.new}
	p.Retyped = !typesOf(old.Schema).within(typesOf(new.Schema))
	w.keywords(p)
	if p.Incomparable() {
		return
	}
	w.gone(p)
	w.below(p)
}

// keywords compares the keywords of two nodes without their children.
func (w *walk) keywords(p *Pair) {
	w.documentation(p)
	w.types(p)
	w.numbers(p)
	w.texts(p)
	w.sizes(p)
	w.values(p)
	w.required(p)
	w.unknownFields(p)
	w.items(p)
	w.lists(p)
	w.junctors(p)
	w.rules(p)
	w.unsupported(p)
}

// below compares the children of the new node.
func (w *walk) below(p *Pair) {
	fields := map[string]*schematree.Node{}
	for n := range children(w.old, p.Old) {
		if n.Role == schematree.RoleProperty {
			fields[n.Name] = n
		}
	}
	values := child(w.old, p.Old, schematree.RoleAdditionalProperties)
	for n := range children(w.new, p.New) {
		switch n.Role {
		case schematree.RoleItems:
			if was := child(w.old, p.Old, schematree.RoleItems); was != nil {
				w.pair(p, was, n, false)
			}
		case schematree.RoleAdditionalProperties:
			if values != nil {
				w.pair(p, values, n, false)
			}
		case schematree.RoleProperty:
			if was := fields[n.Name]; was != nil {
				w.pair(p, was, n, false)
				continue
			}
			w.added(p, n)
			if values != nil {
				w.pair(p, values, n, true)
			}
		}
	}
}

// gone compares the fields that only the old node declares.
func (w *walk) gone(p *Pair) {
	values := child(w.new, p.New, schematree.RoleAdditionalProperties)
	for n := range children(w.old, p.Old) {
		if n.Role != schematree.RoleProperty || p.New.Property(n.Name) != nil {
			continue
		}
		w.removed(p, n)
		if values != nil {
			w.pair(p, n, values, true)
		}
	}
}

// add adds a changed keyword.
func (w *walk) add(p *Pair, keyword string, before, after any, e Effect) *Change {
	w.changes = append(w.changes, Change{At: p, Keyword: keyword, Before: before, After: after, Effect: e, was: -1, is: -1})
	return &w.changes[len(w.changes)-1]
}

// place is a keyword of two nodes.
type place struct {
	walk    *walk
	pair    *Pair
	keyword string
}

func (w *walk) at(p *Pair, keyword string) place { return place{w, p, keyword} }

// scalar adds a keyword if it changed. Its zero value means that it is absent.
func scalar[T comparable](at place, was, is T, e Effect) {
	if was == is {
		return
	}
	at.walk.add(at.pair, at.keyword, set(was), set(is), e)
}

// pointer is scalar for a keyword whose zero value is significant.
func pointer[T comparable](at place, was, is *T, e Effect) {
	if was == is || was != nil && is != nil && *was == *is {
		return
	}
	at.walk.add(at.pair, at.keyword, value(was), value(is), e)
}

// set returns a value, or nil for the zero value.
func set[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

// value returns the value of a pointer, or nil.
func value[T any](v *T) any {
	if v == nil {
		return nil
	}
	return *v
}

// change returns the effect of a keyword that narrows by its presence, if two of its values cannot be compared.
func change(was, is bool) Effect {
	switch {
	case was && is:
		return Both
	case is:
		return Narrows
	case was:
		return Widens
	}
	return Same
}

// documentation compares the keywords that only readers of the schema see.
func (w *walk) documentation(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	scalar(w.at(p, "id"), old.ID(), new.ID(), Documents)
	scalar(w.at(p, "$schema"), old.Schema(), new.Schema(), Documents)
	scalar(w.at(p, "title"), old.Title(), new.Title(), Documents)
	scalar(w.at(p, "description"), old.Description, new.Description, Documents)
	if !same(old.ExternalDocs(), new.ExternalDocs()) {
		w.add(p, "externalDocs", orNil(old.ExternalDocs()), orNil(new.ExternalDocs()), Documents)
	}
	if !schema.SameValue(old.Example(), new.Example()) {
		w.add(p, "example", old.Example(), new.Example(), Documents)
	}
}

// unsupported compares the remaining keywords. An embedded resource is pruned and validated differently: it must have
// apiVersion and kind, and may have metadata. The server accepts no CRD with one of the other keywords, so that their
// meaning is not compared.
func (w *walk) unsupported(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	scalar(w.at(p, "x-kubernetes-embedded-resource"), old.XEmbeddedResource, new.XEmbeddedResource, Both|Meaning)
	pointer(w.at(p, "$ref"), old.Ref(), new.Ref(), Both)
	schemas := func(keyword string, was, is *schema.Properties) {
		if was != is && !schema.Equal(&schema.Schema{Rare: &schema.Rare{Definitions: was}}, &schema.Schema{Rare: &schema.Rare{Definitions: is}}) {
			w.add(p, keyword, orNil(was), orNil(is), Both)
		}
	}
	schemas("definitions", old.Definitions(), new.Definitions())
	schemas("patternProperties", old.PatternProperties(), new.PatternProperties())
	if was, is := old.Dependencies(), new.Dependencies(); len(was)+len(is) > 0 &&
		!schema.Equal(&schema.Schema{Rare: &schema.Rare{Dependencies: was}}, &schema.Schema{Rare: &schema.Rare{Dependencies: is}}) {
		w.add(p, "dependencies", list(was), list(is), Both)
	}
	if was, is := old.AdditionalItems(), new.AdditionalItems(); was != is &&
		!schema.Equal(&schema.Schema{Rare: &schema.Rare{AdditionalItems: was}}, &schema.Schema{Rare: &schema.Rare{AdditionalItems: is}}) {
		w.add(p, "additionalItems", orNil(was), orNil(is), Both)
	}
}

// children returns the items, properties and additionalProperties of a node.
func children(t *schematree.Tree, n *schematree.Node) iter.Seq[*schematree.Node] {
	return func(yield func(*schematree.Node) bool) {
		for id := n.ID + 1; id < n.End; id = t.Nodes[id].End {
			c := &t.Nodes[id]
			switch c.Role {
			case schematree.RoleItems, schematree.RoleProperty, schematree.RoleAdditionalProperties:
				if !yield(c) {
					return
				}
			}
		}
	}
}

// child returns the first child with a role, or nil.
func child(t *schematree.Tree, n *schematree.Node, role schematree.Role) *schematree.Node {
	for c := range children(t, n) {
		if c.Role == role {
			return c
		}
	}
	return nil
}
