package celcost

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func TestRemedy(t *testing.T) {
	for _, test := range []struct {
		name   string
		schema *schema.Schema // of property a
		want   []string
	}{
		{"enough bounds", ruled(list(4, text(4)), rule("self.all(x, x.matches('a'))")), nil},
		{"a list of strings", ruled(list(-1, text(-1)), rule("self.all(x, x.matches('^[a-z]+$'))")), []string{"a maxItems 2048", "a[*] maxLength 4096"}},
		{"a bound that is too high", ruled(list(1_000_000, text(1000)), rule("self.all(x, x.matches('^[a-z]+$'))")), []string{"a maxItems 8192"}},
		{"rules on items", list(-1, ruled(text(-1), rule("self.matches('^[a-z]+$')"))), []string{"a maxItems 2048", "a[*] maxLength 4096"}},
	} {
		c := NewChecker(behaviour.Of(kube.Latest))
		tree := root(schema.Property{Name: "a", Schema: test.schema})
		r := c.Check(tree, all, Options{})
		bounds, ok := c.Remedy(tree, &r.Expressions[0], ExpressionLimit)
		var got []string
		for _, b := range bounds {
			got = append(got, fmt.Sprint(b.Field, " ", b.Keyword, " ", b.Value))
		}
		if !ok || fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestNoRemedyForOptionals(t *testing.T) {
	c := NewChecker(behaviour.Of(kube.Latest))
	tree := root(schema.Property{Name: "a", Schema: ruled(object(schema.Property{Name: "b", Schema: text(-1)}), rule("self.?b == optional.none()"))})
	r := c.Check(tree, all, Options{})
	if bounds, ok := c.Remedy(tree, &r.Expressions[0], ExpressionLimit); ok {
		t.Errorf("%+v", bounds)
	}
	if bounds, ok := c.RemedyAll(tree, r); ok {
		t.Errorf("%+v", bounds)
	}
}

func TestRemedyLeavesTheSchemaAlone(t *testing.T) {
	a := ruled(list(-1, text(-1)), rule("self.all(x, x.matches('^[a-z]+$'))"))
	tree := root(schema.Property{Name: "a", Schema: a})
	c := NewChecker(behaviour.Of(kube.Latest))
	if bounds, ok := c.RemedyAll(tree, c.Check(tree, all, Options{})); !ok || len(bounds) == 0 {
		t.Fatal(bounds, ok)
	}
	if a.MaxItems != nil || a.ItemSchema().MaxLength != nil {
		t.Error("bounds were set in the schema")
	}
}

// costing1 is a list of so many values that each have a rule of cost 1.
func costing1(times int64) *schema.Schema {
	return list(times, ruled(&schema.Schema{Type: "boolean"}, rule("self")))
}

func TestRemedyForOneAndForAll(t *testing.T) {
	properties := func(times ...int64) (all []schema.Property) {
		for i, n := range times {
			all = append(all, schema.Property{Name: fmt.Sprint("p", i), Schema: costing1(n)})
		}
		return all
	}
	nine := []int64{10_000_000, 10_000_000, 10_000_000, 10_000_000, 10_000_000, 10_000_000, 10_000_000, 10_000_000, 10_000_000}
	for _, test := range []struct {
		name  string
		times []int64
		want  []string // nil if it fits as it is
	}{
		{"each as much as it may cost", []int64{10_000_000, 10_000_000}, nil},
		{"one a little more", []int64{10_000_000, 10_000_001}, []string{"p1 maxItems 524288"}},
		{"together as much as they may cost", append(nine, 10_000_000), nil},
		{"together a little more", append(nine, 9_999_999, 2), []string{"p8 maxItems 524288"}},
	} {
		tree := root(properties(test.times...)...)
		bounds, ok := shared.RemedyAll(tree, checked(t, tree))
		if got := texts(bounds); !ok || (bounds == nil) != (test.want == nil) || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}

	tree := root(properties(7, 3)...)
	e := &checked(t, tree).Expressions[1]
	for limit, want := range map[uint64][]string{4: nil, 3: nil, 2: {"p1 maxItems 2"}} {
		bounds, ok := shared.Remedy(tree, e, limit)
		if got := texts(bounds); !ok || (bounds == nil) != (want == nil) || !slices.Equal(got, want) {
			t.Errorf("at most %d: %q, want %q", limit, got, want)
		}
	}
}

func texts(bounds []Bound) (all []string) {
	for _, b := range bounds {
		all = append(all, fmt.Sprint(b.Field, " ", b.Keyword, " ", b.Value))
	}
	return all
}

// TestRemedyBoundsFirstWhatHasNoBound: bounds that are there stay, if others can be
// set.
func TestRemedyBoundsFirstWhatHasNoBound(t *testing.T) {
	contains := rule("self.all(x, x.contains('a'))")
	for _, test := range []struct {
		name   string
		schema *schema.Schema
		limit  uint64
		want   []string
	}{
		{"a text in a bounded list", ruled(list(2000, text(-1)), contains), 1_000_000, []string{"a[*] maxLength 1024"}},
		{"a list of bounded texts", ruled(list(-1, text(2000)), contains), 1_000_000, []string{"a maxItems 1024"}},
		{"a bounded list and text", ruled(list(2000, text(2000)), contains), 1_000_000, []string{"a maxItems 1024"}},
		{"where the other is not enough", ruled(list(2000, text(-1)), contains), 2000, []string{"a maxItems 32", "a[*] maxLength 128"}},
		{"a text that gets tight in a bounded list", ruled(list(2000, text(-1)), contains), 20_000, []string{"a[*] maxLength 8"}},
		{"in a list of one", list(1, ruled(text(-1), rule("self.contains('a')"))), 1000, []string{"a[*] maxLength 2048"}},
		{"a list of two", list(2, ruled(&schema.Schema{Type: "boolean"}, rule("self"))), 1, []string{"a maxItems 1"}},
	} {
		tree := root(schema.Property{Name: "a", Schema: test.schema})
		bounds, ok := shared.Remedy(tree, &checked(t, tree).Expressions[0], test.limit)
		if got := texts(bounds); !ok || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestWhatARuleReadsSaysWhatAListHolds: of a list that one rule reads and another
// stands in, no step is tried that would let it hold more than it does.
func TestWhatARuleReadsSaysWhatAListHolds(t *testing.T) {
	long := strings.Repeat("long", 250)
	item := ruled(object(schema.Property{Name: long, Schema: &schema.Schema{Type: "boolean"}}), rule("self."+long))
	item.Required = []string{long} // so that few fit into a request
	tree := root(schema.Property{Name: "a", Schema: ruled(list(-1, item), rule("self.all(x, x."+long+")"))},
		schema.Property{Name: "bounded", Schema: list(5, ruled(&schema.Schema{Type: "boolean"}, rule("self")))},
		schema.Property{Name: "one", Schema: list(1, ruled(&schema.Schema{Type: "boolean"}, rule("self")))})
	s := newSearch(tree, checked(t, tree).Expressions, nil)
	at := map[int32]*boundable{}
	free, every := s.boundables(tree, at)
	var got []string
	for _, b := range every {
		got = append(got, fmt.Sprint(FieldOf(tree, b.node), b.steps))
		if at[b.node] != b {
			t.Errorf("%s is not where it is looked up", FieldOf(tree, b.node))
		}
	}
	want := []string{"a[1 2 4 8 16 32 63 64 100 128 253 256 512 1024 2048]", "bounded[1 2 4]"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(free) != 1 || free[0] != every[0] {
		t.Errorf("free are %v", free)
	}
}

func TestHolds(t *testing.T) {
	tree := root(
		schema.Property{Name: "a", Schema: list(9, ruled(&schema.Schema{Type: "boolean"}, rule("self"), rule("self || self || self")))},
		schema.Property{Name: "b", Schema: list(3, ruled(&schema.Schema{Type: "boolean"}, rule("self")))},
	)
	expressions := checked(t, tree).Expressions
	bounds := chosen{nodeOf(t, tree, "a"): 2}
	moreThan := func(limit uint64) func(total, sum uint64) bool {
		return func(total, _ uint64) bool { return total > limit }
	}
	for _, test := range []struct {
		name  string
		of    []Expression
		limit uint64
		want  bool
	}{
		{"as bounded", expressions[:1], 2, true},
		{"not quite", expressions[:1], 1, false},
		{"the second rule", expressions[:2], 6, true},
		{"the second rule, not quite", expressions[1:2], 5, false},
		{"another node", expressions[2:], 3, true},
		{"another node, not quite", expressions[2:], 2, false},
		{"both, of which the second does not fit", expressions[:2], 5, false},
		{"no rule of the schema", []Expression{{Node: 0, Rule: 7}}, 1000, false},
		{"no messageExpression of the schema", []Expression{{Node: expressions[0].Node, Message: true}}, 1000, false},
	} {
		if got := shared.holds(tree, test.of, bounds, moreThan(test.limit)); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}
