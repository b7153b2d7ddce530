package celcost

import (
	"fmt"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// totalsWith are the totals of expressions in a check of the schema that has
// the bounds.
func totalsWith(t *testing.T, tree *schematree.Tree, bounds []Bound) []uint64 {
	c := chosen{}
	for _, b := range bounds {
		c[b.Node] = b.Value
	}
	var totals []uint64
	for _, e := range checked(t, schematree.New(withBounds(tree, c), nil)).Expressions {
		totals = append(totals, e.Total)
	}
	return totals
}

// isLeast holds bounds against what Remedy promises: that they fit, and that
// without any of them, or with any raised to the next step, they do not.
func isLeast(t *testing.T, name string, tree *schematree.Tree, bounds []Bound, fits func(totals []uint64) bool) {
	t.Helper()
	if !fits(totalsWith(t, tree, bounds)) {
		t.Errorf("%s: does not fit with %v", name, bounds)
	}
	for i, b := range bounds {
		if fits(totalsWith(t, tree, slices.Delete(slices.Clone(bounds), i, i+1))) {
			t.Errorf("%s: fits without %s of %s", name, b.Keyword, b.Field)
		}
		at, found := slices.BinarySearch(Steps(), b.Value)
		if !found {
			t.Errorf("%s: %s %d of %s is no step", name, b.Keyword, b.Value, b.Field)
		}
		if has := boundableAt(tree, b.Node, shared.server.sizes).has; at+1 == len(Steps()) || has != nil && Steps()[at+1] >= *has {
			continue
		}
		raised := slices.Clone(bounds)
		raised[i].Value = Steps()[at+1]
		if fits(totalsWith(t, tree, raised)) {
			t.Errorf("%s: fits with %s of %s at %d, not %d", name, b.Keyword, b.Field, raised[i].Value, b.Value)
		}
	}
}

func TestRemediesAreLeast(t *testing.T) {
	tree := parse(t, ruledEverywhere)
	r := checked(t, tree)
	tightest := chosen{}
	for _, b := range everyPlace(newSearch(tree, r.Expressions, nil), tree) {
		tightest[b.node] = 1
	}
	least := checked(t, schematree.New(withBounds(tree, tightest), nil)).Expressions
	for i := range r.Expressions {
		e := &r.Expressions[i]
		for _, limit := range []uint64{e.Total / 2, e.Total / 1000, 10_000} {
			if limit >= e.Total {
				continue
			}
			name := fmt.Sprintf("%s at most %d", e.Path.Server(), limit)
			bounds, ok := shared.Remedy(tree, e, limit)
			if ok != (least[i].Total <= limit) || ok != (len(bounds) > 0) {
				t.Errorf("%s: %t, %v, while the tightest bounds make it %d", name, ok, bounds, least[i].Total)
			}
			if ok {
				isLeast(t, name, tree, bounds, func(totals []uint64) bool { return totals[i] <= limit })
			}
		}
	}
}
