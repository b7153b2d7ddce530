package celcost

import (
	"fmt"
	"testing"

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
		c := NewChecker(36)
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
	c := NewChecker(36)
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
	c := NewChecker(36)
	if bounds, ok := c.RemedyAll(tree, c.Check(tree, all, Options{})); !ok || len(bounds) == 0 {
		t.Fatal(bounds, ok)
	}
	if a.MaxItems != nil || a.ItemSchema().MaxLength != nil {
		t.Error("bounds were set in the schema")
	}
}
