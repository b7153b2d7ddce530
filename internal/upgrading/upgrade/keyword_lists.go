package upgrade

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/schema"
)

func (w *keyword) merging() {
	old, new := w.At.Old.Schema, w.At.New.Schema
	if w.Keyword == "x-kubernetes-list-map-keys" && old.ListType() != new.ListType() {
		return // the change of the list type covers it
	}
	if w.Effect == schemadiff.Same {
		w.say(&equivalent, "%s of %s is the default", w.Keyword, w.field())
		return
	}
	if w.Keyword == "x-kubernetes-map-type" && w.insideAtomic() {
		w.say(&equivalent, "%s of %s says nothing: what stands around it is merged as a whole", w.Keyword, w.field())
		return
	}
	n := w.say(&listTypeChanged, "%s was %s and is %s", w.field(), schemadiff.Merged(old, old.Type), schemadiff.Merged(new, new.Type))
	if w.Keyword != "x-kubernetes-map-type" {
		// The list type can refuse lists. Another change covers differences of stored values.
		n.addSearch(w.searchWith(func(s *witness.Search) { s.Refusal = true }))
	}
	n.addSearch(w.searchWith(w.byParts))
	if whole(new) && !whole(old) {
		n.Effect = "server-side apply replaces it as a whole from now on: what others have set in it goes"
	} else if whole(old) {
		n.Effect = "server-side apply merges it from now on: what it leaves out stays, unless nobody else has set it"
	}
	if w.narrows {
		n.Effect += "; lists that have an item twice are refused"
	}
}

// insideAtomic reports whether a value around a place is replaced as a whole under both CRDs. For lists, CEL and
// ratcheting read the list type even there; for maps, only server-side apply reads the map type.
func (w *keyword) insideAtomic() bool {
	old, new := false, false
	for at := w.At.Parent; at != nil; at = at.Parent {
		old, new = old || whole(at.Old.Schema), new || whole(at.New.Schema)
	}
	return old && new
}

// byParts changes a search to try applies of a list or a map by two managers.
func (w *keyword) byParts(s *witness.Search) {
	old, new := w.At.Old.Schema, w.At.New.Schema
	s.Merging, s.Below, s.Lengths, s.Values = true, true, nil, nil
	if items := old.ItemSchema(); items != nil {
		s.Items = items.Enum
	}
	s.MapKeys = slices.Clone(new.XListMapKeys())
	for _, k := range old.XListMapKeys() {
		if !slices.Contains(s.MapKeys, k) {
			s.MapKeys = append(s.MapKeys, k)
		}
	}
	for _, p := range old.Properties.All() {
		if len(s.Fields) < mostFields && new.Property(p.Name) != nil {
			s.Fields = append(s.Fields, p.Name)
		}
	}
}

// whole reports whether server-side apply replaces a list or a map as a whole.
func whole(s *schema.Schema) bool {
	if s.Type == "object" {
		return s.MapType() == "atomic"
	}
	return s.Type == "array" && (s.ListType() == "" || s.ListType() == "atomic")
}
