package schemadiff

import (
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// items compares whether a list has items. Their schema is compared as a child.
func (w *walk) items(p *Pair) {
	was, is := p.Old.Items, p.New.Items
	a, b := p.Old.ItemSchema(), p.New.ItemSchema()
	switch {
	case was == is:
	case many(was) || many(is):
		if was == nil || is == nil || !slices.EqualFunc(was.Schemas, is.Schemas, schema.Equal) {
			w.add(p, "items", orNil(was), orNil(is), Both)
		}
	case (a == nil) == (b == nil):
		if (was == nil) != (is == nil) {
			w.add(p, "items", orNil(was), orNil(is), Same)
		}
	default:
		// Without a schema, items may have any fields if unknown fields are preserved, and otherwise none.
		e := change(a != nil, b != nil)
		if a == nil && !preserves(w.old, p.Old) || b == nil && !preserves(w.new, p.New) {
			e = Both
		}
		w.add(p, "items", orNil(was), orNil(is), e)
	}
}

// many reports whether items has one schema for each item, a form that the server refuses.
func many(i *schema.Items) bool { return i != nil && len(i.Schemas) > 0 }

// lists compares how lists and maps are merged, and how ratcheting and rules match their items. x-kubernetes-list-type
// and x-kubernetes-list-map-keys together decide which items may not be repeated; each change has the effect of both.
func (w *walk) lists(p *Pair) {
	old, new := p.Old.Schema, p.New.Schema
	if !same(old.XListType(), new.XListType()) || !slices.Equal(old.XListMapKeys(), new.XListMapKeys()) {
		e := effectOfListType(old, new)
		pointer(w.at(p, "x-kubernetes-list-type"), old.XListType(), new.XListType(), e)
		if !slices.Equal(old.XListMapKeys(), new.XListMapKeys()) {
			w.add(p, "x-kubernetes-list-map-keys", list(old.XListMapKeys()), list(new.XListMapKeys()), e)
		}
	}
	e := Same
	if granular(old) != granular(new) {
		e = Meaning
	}
	pointer(w.at(p, "x-kubernetes-map-type"), old.XMapType(), new.XMapType(), e)
}

// granular reports whether the map type is granular, which is the default.
func granular(s *schema.Schema) bool { return s.MapType() == "" || s.MapType() == "granular" }

// atomic reports whether the list type is atomic, which is the default; the server accepts only three types.
func atomic(s *schema.Schema) bool { return s.ListType() != "set" && s.ListType() != "map" }

// effectOfListType returns the effect of a changed list type. An atomic list may repeat any item. Items that differ in
// some keys also differ in more keys.
func effectOfListType(old, new *schema.Schema) Effect {
	switch {
	case atomic(old) && atomic(new):
		return Same
	case atomic(old):
		return Narrows | Meaning
	case atomic(new):
		return Widens | Meaning
	case old.ListType() != new.ListType():
		return Both | Meaning
	case old.ListType() == "set":
		return Same
	}
	equal := func(a, b string) bool { return a == b }
	less, more := subset(new.XListMapKeys(), old.XListMapKeys(), equal), subset(old.XListMapKeys(), new.XListMapKeys(), equal)
	switch {
	case less && more:
		return Same
	case more:
		return Widens | Meaning
	case less:
		return Narrows | Meaning
	}
	return Both | Meaning
}
