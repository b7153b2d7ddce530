package edit

import (
	"reflect"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// equals reports whether a node has the value of the tree.
func (t *tree) equals(n *yamlnode.Node) bool { return hasValue(n, compact(t.root)) }

// hasValue compares a node with what a tree is made of.
func hasValue(n *yamlnode.Node, want any) bool {
	switch want := want.(type) {
	case *yamlnode.Node:
		return Same(want, n)
	case map[string]any:
		if n = source.Resolve(n); n == nil || n.Kind != yamlnode.Mapping {
			return false
		}
		fields := valuesOf(n)
		if len(fields) != len(want) {
			return false
		}
		for key, value := range want {
			if field, ok := fields[key]; !ok || !hasValue(field, value) {
				return false
			}
		}
		return true
	case []any:
		if n = source.Resolve(n); n == nil || n.Kind != yamlnode.Sequence || len(n.Content) != len(want) {
			return false
		}
		for i := range want {
			if !hasValue(n.Content[i], want[i]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(want, source.Value(n))
}

// Same reports whether two nodes have the same value, as DeepEqual does of their
// Values, which it does not make.
func Same(a, b *yamlnode.Node) bool {
	a, b = source.Resolve(a), source.Resolve(b)
	if a == nil || b == nil || a.Kind != b.Kind {
		return reflect.DeepEqual(source.Value(a), source.Value(b))
	}
	switch a.Kind {
	case yamlnode.Scalar:
		if a.Value == b.Value && a.Style == b.Style && a.Style&yamlnode.Tagged == 0 {
			return true // nearly all are
		}
		s, isText := source.String(a)
		if t, ok := source.String(b); ok || isText {
			return ok && isText && s == t
		}
		return source.Scalar(a) == source.Scalar(b)
	case yamlnode.Sequence:
		if len(a.Content) != len(b.Content) {
			return false
		}
		for i := range a.Content {
			if !Same(a.Content[i], b.Content[i]) {
				return false
			}
		}
		return true
	case yamlnode.Mapping:
		if !sameKeys(a, b) {
			return sameEntries(valuesOf(a), valuesOf(b))
		}
		for i := 0; i < len(a.Content); i += 2 {
			if !Same(a.Content[i+1], b.Content[i+1]) && !overwritten(a, i) {
				return false
			}
		}
	}
	return true
}

// valuesOf are the values of a mapping that count, by their keys.
func valuesOf(n *yamlnode.Node) map[string]*yamlnode.Node {
	all := make(map[string]*yamlnode.Node, len(n.Content)/2)
	source.EachEntry(n, func(key string, _, value *yamlnode.Node) { all[key] = value })
	return all
}

func sameEntries(all, others map[string]*yamlnode.Node) bool {
	if len(all) != len(others) {
		return false
	}
	for key, value := range all {
		if other, ok := others[key]; !ok || !Same(value, other) {
			return false
		}
	}
	return true
}

// sameKeys reports whether two mappings have the same keys in the same order, none of
// which brings in those of another mapping.
func sameKeys(a, b *yamlnode.Node) bool {
	if len(a.Content) != len(b.Content) {
		return false
	}
	for i := 0; i+1 < len(a.Content); i += 2 {
		j, k := a.Content[i], b.Content[i]
		if j.Value == "<<" || k.Value == "<<" {
			return false
		}
		s, sOK := source.Key(j)
		t, tOK := source.Key(k)
		if !sOK || !tOK || s != t {
			return false
		}
	}
	return true
}

// overwritten reports whether a key of a mapping is there again further down.
func overwritten(n *yamlnode.Node, at int) bool {
	key, _ := source.Key(n.Content[at])
	for i := at + 2; i+1 < len(n.Content); i += 2 {
		if k, _ := source.Key(n.Content[i]); k == key {
			return true
		}
	}
	return false
}
