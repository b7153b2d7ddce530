package celcost

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func ptr[T any](v T) *T { return &v }

func text(most int64) *schema.Schema {
	s := &schema.Schema{Type: "string"}
	if most >= 0 {
		s.MaxLength = &most
	}
	return s
}

func list(most int64, of *schema.Schema) *schema.Schema {
	s := &schema.Schema{Type: "array", Items: &schema.Items{Schema: of}}
	if most >= 0 {
		s.MaxItems = &most
	}
	return s
}

func object(p ...schema.Property) *schema.Schema {
	return &schema.Schema{Type: "object", Properties: schema.NewProperties(p)}
}

func ruled(s *schema.Schema, rules ...schema.ValidationRule) *schema.Schema {
	s.OwnRare().XValidations = rules
	return s
}

func rule(text string) schema.ValidationRule { return schema.ValidationRule{Rule: text} }

func all(int32) bool { return true }

func root(p ...schema.Property) *schematree.Tree { return schematree.New(object(p...), nil) }

func checkAll(t *schematree.Tree, o Options) *Result {
	return NewChecker(behaviour.Of(kube.Latest)).Check(t, all, o)
}

func details(r *Result) (all []string) {
	for _, f := range r.Findings {
		all = append(all, f.Path.Server()+": "+f.Detail)
	}
	return all
}

func TestCardinality(t *testing.T) {
	always := rule("true")
	for _, test := range []struct {
		schema *schema.Schema // of a property
		want   Cardinality
	}{
		{ruled(text(-1), always), Cardinality{1, true}},
		{list(7, ruled(text(-1), always)), Cardinality{7, true}},
		{list(7, list(3, ruled(text(-1), always))), Cardinality{21, true}},
		{list(0, list(3, ruled(text(-1), always))), Cardinality{0, true}},
		{list(7, list(-1, ruled(text(-1), always))), Cardinality{1048576, false}}, // 3 MiB / 3 bytes
		{list(-1, list(3, ruled(text(-1), always))), Cardinality{1048576, false}},
		{&schema.Schema{Type: "object", Rare: &schema.Rare{MaxProperties: ptr(int64(5))}, AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: ruled(text(-1), always)}}, Cardinality{5, true}},
	} {
		r := checkAll(root(schema.Property{Name: "a", Schema: test.schema}), Options{})
		if len(r.Expressions) != 1 || r.Expressions[0].Executions != test.want {
			t.Errorf("%+v, want %+v", r.Expressions, test.want)
		}
	}
}

func TestLimits(t *testing.T) {
	for cost, want := range map[uint64]string{
		10_000_001: "1.000000x", 14_999_999: "1.500000x", 15_000_000: "1.5x", 123_456_789: "12.3x", 1_000_000_000: "100.0x", 1_000_000_001: "more than 100x",
	} {
		if got := exceeds("x", cost, ExpressionLimit); !strings.HasPrefix(got, "x exceeds budget by factor of "+want+" (") {
			t.Errorf("%d: %s, want %s", cost, got, want)
		}
	}
}

func TestTotalNamesTheFirstOfTheDearest(t *testing.T) {
	var properties []schema.Property
	for i := range 20 {
		// 9,437,184 each
		properties = append(properties, schema.Property{Name: fmt.Sprint("p", i), Schema: list(1048576, ruled(&schema.Schema{Type: "boolean"}, rule("self || self || self || self || self || self || self || self || self")))})
	}
	r := checkAll(root(properties...), Options{})
	if r.Total <= CRDLimit {
		t.Fatal(r.Total)
	}
	var named []string
	for _, f := range r.Findings {
		if f.Detail == contributed {
			named = append(named, f.Path.Server())
		}
	}
	if len(named) != 4 || !strings.Contains(named[0], "[p0]") || !strings.Contains(named[3], "[p3]") {
		t.Errorf("named are %q", named)
	}
}

func TestUpdate(t *testing.T) {
	expensive := root(schema.Property{Name: "a", Schema: ruled(list(-1, text(-1)), rule("self.all(x, self.all(y, x.matches(y)))"))})
	if r := checkAll(expensive, Options{}); len(r.Findings) != 3 {
		t.Errorf("create: %q", details(r)) // the expression, what it contributed, the total
	}
	r := checkAll(expensive, Options{AnyExpressionCost: true})
	if slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return f.Code.Rule() == "cel-cost" }) || len(r.Findings) == 0 {
		t.Errorf("an unchanged schema: %q", details(r))
	}

	later := root(schema.Property{Name: "a", Schema: ruled(list(4, text(4)), rule("self.includes('a')"))})
	if r := checkAll(later, Options{}); len(r.Findings) != 1 {
		t.Errorf("a function of a later version, new: %q", details(r))
	}
	stored := func(text string) bool { return text == "self.includes('a')" }
	if r := checkAll(later, Options{StoredRule: stored}); len(r.Findings) != 0 {
		t.Errorf("a function of a later version, stored: %q", details(r))
	}
	if r := checkAll(later, Options{StoredMessage: stored}); len(r.Findings) != 1 {
		t.Errorf("a function of a later version, stored as a message only: %q", details(r))
	}
}

func TestOldSelfNeedsMatchingItems(t *testing.T) {
	keeps := rule("self == oldSelf")
	for _, test := range []struct {
		listType, want string
	}{
		{"", "spec.l"}, {"atomic", "spec.l"}, {"set", "spec.l"}, {"map", ""},
	} {
		items := object(schema.Property{Name: "k", Schema: ruled(text(9), keeps)})
		l := list(5, items)
		if test.listType != "" {
			l.OwnRare().XListType = &test.listType
		}
		tree := schematree.New(object(schema.Property{Name: "l", Schema: l}), finding.Root("spec"))
		got := details(checkAll(tree, Options{}))
		want := []string(nil)
		if test.want != "" {
			want = []string{"spec.properties[l].items.properties[k].x-kubernetes-validations[0].rule: " +
				"oldSelf cannot be used on the uncorrelatable portion of the schema within spec.properties[l]"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("list type %q: %q", test.listType, got)
		}
	}
}

func TestUncleanNodesAreSkipped(t *testing.T) {
	tree := root(schema.Property{Name: "a", Schema: ruled(text(1), rule("nope"))}, schema.Property{Name: "b", Schema: ruled(text(1), rule("nope"))})
	r := NewChecker(behaviour.Of(kube.Latest)).Check(tree, func(id int32) bool { return tree.Nodes[id].Name == "b" }, Options{})
	if len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Path.Server(), "[b]") {
		t.Errorf("%q", details(r))
	}
}
