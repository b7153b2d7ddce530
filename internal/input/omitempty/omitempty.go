// Package omitempty finds the fields of a CRD that the server omits when it writes it: their Go type in
// k8s.io/apiextensions-apiserver has omitempty, and their value is empty. This package has a copy of the types;
// conformance/roundtrip compares it with the server's. It does not find fields that are always written, that the
// server sets, or whose empty value is refused, nor fields from an alias or a merge key.
package omitempty

import (
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Find calls found for each omitted field of a CRD with its path, which is valid until found returns. If full is
// set, as crd.Decode determines, no schema has omitted fields and Find skips them.
func Find(root *yamlnode.Node, full bool, found func(key string, value *yamlnode.Node, at finding.Trail)) {
	w := walk{full: full, found: found}
	w.object(root, crdObject)
}

// A walk visits a document.
type walk struct {
	at    finding.Trail
	full  bool
	found func(key string, value *yamlnode.Node, at finding.Trail)
}

// object visits the fields of an object, or the objects of a list.
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
			// Fields from an alias or a merge key are written elsewhere.
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
