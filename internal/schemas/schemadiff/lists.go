package schemadiff

import (
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// items compares whether a list has items. What their schema says is compared
// where it stands.
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
		// Items without a schema are anything if unknown fields are preserved;
		// otherwise they have no fields.
		e := change(a != nil, b != nil)
		if a == nil && !preserves(w.old, p.Old) || b == nil && !preserves(w.new, p.New) {
			e = Both
		}
		w.add(p, "items", orNil(was), orNil(is), e)
	}
}

// many reports the form of items with one schema for each item, which the server
// refuses.
func many(i *schema.Items) bool { return i != nil && len(i.Schemas) > 0 }

// lists compares how lists and maps are merged, and what ratcheting and rules
// compare their items by. x-kubernetes-list-type and x-kubernetes-list-map-keys
// say together what may not be in a list twice; both changes have the effect of
// both.
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

// atomic reports whether the list type is atomic, which is the default: the server accepts no
// types but the three.
func atomic(s *schema.Schema) bool { return s.ListType() != "set" && s.ListType() != "map" }

// effectOfListType says what another list type does. An atomic list may hold
// anything twice. Items that differ in some keys differ in more of them, too.
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
