package celcost

import (
	"slices"
	"testing"

	"github.com/crdtool/crdtool/schema"
)

func TestUnbounded(t *testing.T) {
	contains := rule("self.all(x, x.contains('a'))")
	for _, test := range []struct {
		name   string
		schema *schema.Schema // of property a
		limit  uint64
		want   []string // nil for none
	}{
		{"what has no bound", ruled(list(-1, text(-1)), contains), 1_000_000, []string{"a maxItems 2048", "a[*] maxLength 1024"}},
		{"only what has no bound", ruled(list(2000, text(-1)), contains), 1_000_000, []string{"a[*] maxLength 1024"}},
		{"where that is not enough", ruled(list(2000, text(-1)), contains), 2000, nil},
		{"where all have a bound", ruled(list(2000, text(2000)), contains), 1_000_000, nil},
		{"what costs no more", ruled(list(-1, &schema.Schema{Type: "boolean"}), rule("size(self) > 0")), 1000, nil},
	} {
		tree := root(schema.Property{Name: "a", Schema: test.schema})
		bounds := Unbounded(tree, &checked(t, tree).Expressions[0], test.limit)
		if got := texts(bounds); (bounds == nil) != (test.want == nil) || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestUnboundedIsOfWhatCostsMoreThanTheLimit(t *testing.T) {
	tree := root(schema.Property{Name: "a", Schema: ruled(list(-1, text(4)), rule("self.all(x, x == 'a')"))})
	e := &checked(t, tree).Expressions[0]
	if bounds := Unbounded(tree, e, e.Total); bounds != nil {
		t.Errorf("at the limit: %v", bounds)
	}
	if bounds := Unbounded(tree, e, e.Total-1); len(bounds) != 1 {
		t.Errorf("above the limit: %v", bounds)
	}
	// The bound makes it cost as much as it may, and no less.
	for _, b := range Unbounded(tree, e, 1000) {
		total := newMeasure(tree, e).total(chosen{b.Node: b.Value})
		if again := Unbounded(tree, e, total); len(again) != 1 || again[0].Value != b.Value {
			t.Errorf("at most %d: %v, want %v", total, again, b)
		}
	}
}
