package upgrade

import (
	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/schema"
)

func (w *keyword) merging() {
	old, new := w.At.Old.Schema, w.At.New.Schema
	if w.Keyword == "x-kubernetes-list-map-keys" && old.ListType() != new.ListType() {
		return // the list type says so
	}
	if w.Effect == schemadiff.Same {
		w.say(&equivalent, "%s of %s is the default", w.Keyword, w.field())
		return
	}
	n := w.say(&listTypeChanged, "%s was %s and is %s", w.field(), schemadiff.Merged(old, old.Type), schemadiff.Merged(new, new.Type))
	n.search = w.search
	if whole(new) && !whole(old) {
		n.Effect = "server-side apply replaces it as a whole from now on: what others have set in it goes"
	} else if whole(old) {
		n.Effect = "server-side apply merges it from now on: what it leaves out stays, unless nobody else has set it"
	}
	if w.narrows {
		n.Effect += "; lists that have an item twice are refused"
	}
}

// whole reports whether a list, or a map, is replaced as a whole.
func whole(s *schema.Schema) bool {
	if s.Type == "object" {
		return s.MapType() == "atomic"
	}
	return s.ListType() == "" || s.ListType() == "atomic"
}
