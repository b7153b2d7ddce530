package testgen

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/schema"
)

// mostShrinks bounds how many smaller objects are tried for one, and mostShrunk how many
// values those have together.
const (
	mostShrinks = 80
	mostShrunk  = 4_000
)

// shrunk is an object without what it does not need to stay what it is. Below a place nothing
// is taken out.
func shrunk(o map[string]any, root *schema.Schema, keep []finding.Segment, is func(map[string]any) bool) map[string]any {
	tries, size := 0, jsonvalue.Count(o)
	for again := true; again; {
		again = false
		for _, way := range removable(o, root, keep) {
			less := runtime.DeepCopyJSON(o)
			if !remove(less, way) {
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

// removable are the fields of an object, the outermost first, and the last items of lists,
// but for what every object has, for what leads to a place, and for what is below it.
func removable(o map[string]any, root *schema.Schema, keep []finding.Segment) [][]finding.Segment {
	var all [][]finding.Segment
	var walk func(v any, of *schema.Schema, way []finding.Segment, kept, needed bool)
	walk = func(v any, of *schema.Schema, way []finding.Segment, kept, needed bool) {
		if len(way) > 0 && !kept && !needed {
			all = append(all, way)
		}
		if kept && keep != nil && len(way) == len(keep) {
			return
		}
		next := func(step finding.Segment, v any, below *schema.Schema, needed bool) {
			walk(v, below, append(way[:len(way):len(way)], step), kept && len(way) < len(keep) && keep[len(way)] == step, needed)
		}
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				if len(way) == 0 && slices.Contains([]string{"apiVersion", "kind", "metadata"}, k) {
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
