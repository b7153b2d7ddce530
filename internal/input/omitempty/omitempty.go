// Package omitempty finds what is gone from a CRD when the server writes it again:
// fields whose Go type in k8s.io/apiextensions-apiserver says omitempty, with a
// value that is empty for it. The types are copied into this package by hand;
// conformance/roundtrip holds them to the server's. A field that is always
// written, that the server fills in, or whose empty value is refused is not found,
// and neither is one that an alias or a merge key brings in.
package omitempty

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// Find calls found with each field of a CRD, as it is written, that is left out, and the way to
// it, which holds until found returns. In
// schemas that are full, as crd.Decode saw them, it does not look for any.
func Find(root *yamlnode.Node, full bool, found func(key string, value *yamlnode.Node, at finding.Trail)) {
	w := walk{full: full, found: found}
	w.object(root, crdObject)
}

// walk is on its way through a document.
type walk struct {
	at    finding.Trail
	full  bool
	found func(key string, value *yamlnode.Node, at finding.Trail)
}

// object looks at the fields of an object, or at the objects of a list.
func (w *walk) object(n *yamlnode.Node, kind objectKind) {
	switch {
	case kind == opaque:
	case n.Kind == yamlnode.Sequence:
		for i, item := range n.Content {
			w.at.EnterIndex(i)
			w.object(item, kind)
			w.at.Leave()
		}
	case n.Kind == yamlnode.Mapping:
		for e := range source.Entries(n) {
			// What an alias or a merge key brings in is written elsewhere.
			if e.Merged || e.Value.Kind == yamlnode.Alias {
				continue
			}
			below, empty := schemaObject, kept
			if kind != schemaMap {
				f := fields[kind][e.Key]
				below, empty = f.below, f.empty
			}
			switch {
			case leftOut(e.Value, empty):
				w.at.Enter(e.Key)
				w.found(e.Key, e.Value, w.at)
				w.at.Leave()
			case below == schemaObject && w.full:
			case below != opaque && len(e.Value.Content) > 0:
				w.at.Enter(e.Key)
				w.object(e.Value, below)
				w.at.Leave()
			}
		}
	}
}

func leftOut(n *yamlnode.Node, empty emptyKind) bool {
	switch {
	case empty == kept:
		return false
	case source.IsNull(n):
		return true
	case empty == keptNotNull:
		return false
	case n.Kind != yamlnode.Scalar:
		return len(n.Content) == 0
	}
	if s, ok := source.String(n); ok {
		return s == ""
	}
	switch v := source.Scalar(n).(type) {
	case bool:
		return !v
	case int64:
		return v == 0
	}
	return false
}
