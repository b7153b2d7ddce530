package testgen

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// mostShrinks limits the smaller objects that are tried for one, and mostShrunk the sum of their values.
const (
	mostShrinks = 80
	mostShrunk  = 4_000
)

// shrunk removes fields and items from an object as long as is holds. It removes nothing below the place keep.
func shrunk(o map[string]any, root *schema.Schema, keep []finding.Segment, is func(map[string]any) bool) map[string]any {
	tries, size := 0, jsonvalue.Count(o)
	for again := true; again; {
		again = false
		for _, path := range removable(o, root, keep) {
			less := runtime.DeepCopyJSON(o)
			if !remove(less, path) {
				continue
			}
			if tries++; tries > mostShrinks || tries*size > mostShrunk {
				return o
			}
			if is(less) {
				o, again = less, true
			}
		}
	}
	return o
}

// removable returns the places of fields, the outermost first, and of last items of lists. It omits the fields of
// every object, the ancestors of a place, and the values below it.
func removable(o map[string]any, root *schema.Schema, keep []finding.Segment) [][]finding.Segment {
	var all [][]finding.Segment
	var walk func(v any, of *schema.Schema, path []finding.Segment, kept, needed bool)
	walk = func(v any, of *schema.Schema, path []finding.Segment, kept, needed bool) {
		if len(path) > 0 && !kept && !needed {
			all = append(all, path)
		}
		if kept && keep != nil && len(path) == len(keep) {
			return
		}
		next := func(step finding.Segment, v any, below *schema.Schema, needed bool) {
			walk(v, below, append(path[:len(path):len(path)], step), kept && len(path) < len(keep) && keep[len(path)] == step, needed)
		}
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				if len(path) == 0 && slices.Contains([]string{"apiVersion", "kind", "metadata"}, k) {
					continue
				}
				if of == nil {
					next(finding.Segment{Name: k}, v[k], nil, false)
					continue
				}
				below := of.Property(k)
				if below == nil {
					below = of.ValueSchema()
				}
				next(finding.Segment{Name: k}, v[k], below, slices.Contains(of.Required, k))
			}
		case []any:
			for i := len(v) - 1; i >= 0; i-- {
				var below *schema.Schema
				needed := false
				if of != nil {
					below = of.ItemSchema()
					needed = of.MinItems != nil && int64(len(v)) <= *of.MinItems
				}
				next(finding.Segment{Index: i, IsIndex: true}, v[i], below, needed)
			}
		}
	}
	walk(o, root, nil, true, false)
	return all
}
