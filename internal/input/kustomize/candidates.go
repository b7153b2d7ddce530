package kustomize

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// unchanged returns the value in the file of an object that kustomize does not change; nil for other objects.
func (b *Built) unchanged(o *output) *value {
	var same []*document
	for _, v := range b.sources.values {
		if v.parent == nil && v.in.outer == nil && equal(v.node, b.outputs[o.index]) {
			same = append(same, v.in)
		}
	}
	if len(same) != 1 {
		return nil
	}
	for _, v := range b.sources.named[lastName(o.path)] {
		if v.in == same[0] && len(v.path) == len(o.path) && likeness(v.path, o.path) == len(o.path) && sameItems(v.path, o.path) {
			return v
		}
	}
	return nil
}

// sameItems reports whether two alike paths lead to the same items of lists.
func sameItems(a, b []finding.Segment) bool {
	return slices.EqualFunc(a, b, func(x, y finding.Segment) bool { return x.Index == y.Index })
}

// removers returns the values that may remove a field.
func (b *Built) removers(o *output) []*value {
	var out []*value
	for _, v := range b.sources.named[lastName(o.path)] {
		if v.removes && len(out) < maxTries {
			out = append(out, v)
		}
	}
	return out
}

// candidates returns the values that a value of the output may come from, the likeliest first. Of equally likely ones it is
// the one that kustomize uses last; if a field is missing there, the one it uses first.
func (b *Built) candidates(o *output, firstLayer bool) []*value {
	object := b.outputs[o.index]
	kind, name := text(object, "kind"), text(field(object, "metadata"), "name")
	last := lastName(o.path)
	type ranked struct {
		*value
		rank int
	}
	var all []ranked
	for _, v := range b.sources.values {
		if v.removes || v.parent == nil {
			continue
		}
		rank := 3 * likeness(v.path, o.path)
		scalar := v.node.Kind == yaml.ScalarNode
		switch {
		case equal(v.node, o.node):
			rank += 4
		case rank == 0 && (!scalar || v.node.Value == "" || !strings.Contains(o.node.Value, v.node.Value) && !strings.Contains(v.node.Value, last)):
			continue // it has nothing of the value
		}
		if d := v.in; d.kind == kind && d.name != "" && strings.Contains(name, d.name) {
			rank++
		}
		all = append(all, ranked{v, rank})
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		layers := cmp.Compare(b.in.file.layer, a.in.file.layer)
		if firstLayer {
			layers = -layers
		}
		return cmp.Or(cmp.Compare(b.rank, a.rank), layers)
	})
	out := make([]*value, 0, maxTries)
	for _, r := range all[:min(len(all), maxTries)] {
		out = append(out, r.value)
	}
	return out
}

// documentsOf returns the documents that may be the object's own, in the order in which kustomize uses them.
func (b *Built) documentsOf(index int) []*value {
	object := b.outputs[index]
	kind, name := text(object, "kind"), text(field(object, "metadata"), "name")
	var out []*value
	for _, v := range b.sources.values {
		if d := v.in; v.parent == nil && d.kind == kind && d.name != "" && strings.Contains(name, d.name) && len(out) < maxTries {
			out = append(out, v)
		}
	}
	slices.SortStableFunc(out, func(a, b *value) int { return cmp.Compare(a.in.file.layer, b.in.file.layer) })
	return out
}

// likeness returns the number of segments in which two paths end alike; of items, any two are alike.
func likeness(a, b []finding.Segment) int {
	n := 0
	for n < len(a) && n < len(b) {
		x, y := a[len(a)-1-n], b[len(b)-1-n]
		if x.IsIndex != y.IsIndex || x.Name != y.Name {
			break
		}
		n++
	}
	return n
}
