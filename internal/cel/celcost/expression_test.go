package celcost

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/internaltype"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// found writes the codes and places of findings, and the bytes they are about.
func found(r *Result) (all []string) {
	for i, f := range r.Findings {
		text := fmt.Sprint(f.Code, " ", f.Path.Server())
		if offset, ok := r.Offsets[i]; ok {
			text += fmt.Sprint(" byte ", offset)
		}
		all = append(all, text)
	}
	return all
}

func TestExpressionsAreThoseOfTheSchema(t *testing.T) {
	tree := parse(t, `
type: object
x-kubernetes-validations:
- rule: self.a.size() > 1
  messageExpression: "self.a"
- rule: self.a.size() > 2
properties:
  a:
    type: string
    maxLength: 9
    x-kubernetes-validations:
    - rule: self.size() > 3
    - rule: self == oldSelf
      messageExpression: "self"
`)
	r := checked(t, tree)
	var got []string
	for i := range r.Expressions {
		e := &r.Expressions[i]
		got = append(got, fmt.Sprintf("%s: %s, node %d, rule %d, message %t, old %t", e.Path.Server(), e.Text, e.Node, e.Rule, e.Message, e.UsesOldSelf()))
		if e.AST() == nil || e.Total != e.Cost || e.Executions != (Cardinality{1, true}) {
			t.Errorf("%s: %+v", e.Path.Server(), e)
		}
	}
	want := []string{
		"schema.x-kubernetes-validations[0].rule: self.a.size() > 1, node 0, rule 0, message false, old false",
		"schema.x-kubernetes-validations[0].messageExpression: self.a, node 0, rule 0, message true, old false",
		"schema.x-kubernetes-validations[1].rule: self.a.size() > 2, node 0, rule 1, message false, old false",
		"schema.properties[a].x-kubernetes-validations[0].rule: self.size() > 3, node 1, rule 0, message false, old false",
		"schema.properties[a].x-kubernetes-validations[1].rule: self == oldSelf, node 1, rule 1, message false, old true",
		"schema.properties[a].x-kubernetes-validations[1].messageExpression: self, node 1, rule 1, message true, old false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %s", strings.Join(got, "\n"))
	}
}

func TestErrorsOfExpressions(t *testing.T) {
	yes, no := true, false
	text := func(rules ...schema.ValidationRule) *schema.Schema { return ruled(text(9), rules...) }
	for _, test := range []struct {
		name   string
		schema *schema.Schema // of property a
		want   []string       // after the path of the rules
	}{
		{"two that do not compile", text(rule("self =="), rule("self > nope")),
			[]string{"cel-rule/compile [0].rule byte 7", "cel-rule/compile [1].rule byte 7"}},
		{"at the first byte", text(rule("nope")), []string{"cel-rule/compile [0].rule byte 0"}},
		{"another result", text(rule("self")), []string{"cel-rule/result [0].rule byte 0"}},
		{"nowhere in the text", text(rule("int('x') == 1")), []string{"cel-rule/compile [0].rule"}},
		{"a message of a good rule", text(schema.ValidationRule{Rule: "self == 'a'", MessageExpression: "nope"}),
			[]string{"cel-message/compile [0].messageExpression byte 0"}},
		{"the result of a message", text(schema.ValidationRule{Rule: "self == 'a'", MessageExpression: "1"}),
			[]string{"cel-message/result [0].messageExpression byte 0"}},
		{"the message of a bad rule goes unseen", text(schema.ValidationRule{Rule: "nope", MessageExpression: "nope"}),
			[]string{"cel-rule/compile [0].rule byte 0"}},
		{"optionalOldSelf with oldSelf", text(schema.ValidationRule{Rule: "oldSelf.orValue('') == self", OptionalOldSelf: &yes}), nil},
		{"oldSelf that is not optional", text(schema.ValidationRule{Rule: "oldSelf.hasValue()", OptionalOldSelf: &no}),
			[]string{"cel-rule/compile [0].rule byte 16", "cel-old-self/optional-unused [0].optionalOldSelf"}},
		{"optionalOldSelf without oldSelf", text(schema.ValidationRule{Rule: "self == 'a'", OptionalOldSelf: &yes}),
			[]string{"cel-old-self/optional-unused [0].optionalOldSelf"}},
		{"optionalOldSelf in a message", text(schema.ValidationRule{Rule: "oldSelf.orValue('') == self", MessageExpression: "oldSelf.orValue('')", OptionalOldSelf: &yes}), nil},
		{"oldSelf in a message", text(schema.ValidationRule{Rule: "oldSelf == self", MessageExpression: "oldSelf + self"}), nil},
	} {
		tree := root(schema.Property{Name: "a", Schema: test.schema})
		r := shared.Check(tree, all, Options{})
		var want []string
		for _, w := range test.want {
			of, at, _ := strings.Cut(w, " ")
			want = append(want, of+" properties[a].x-kubernetes-validations"+at)
		}
		if got := found(r); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", test.name, got, want)
		}
		for i, f := range r.Findings {
			switch v := f.Value.(type) {
			case internaltype.Rule:
				if !slices.ContainsFunc(test.schema.XValidations(), func(r schema.ValidationRule) bool { return internaltype.OfRule(r) == v }) {
					t.Errorf("%s: the value is %+v", test.name, v)
				}
			case bool:
				if v != *test.schema.XValidations()[0].OptionalOldSelf {
					t.Errorf("%s: the value is %t", test.name, v)
				}
			default:
				t.Errorf("%s: the value is %v", test.name, v)
			}
			if _, ok := r.Offsets[i]; f.Code == code.CELRuleCompile && ok != (len(f.Facts.Issues) == 1) {
				t.Errorf("%s: the issues are %q", test.name, f.Facts.Issues)
			}
		}
	}
}

func TestStoredMessages(t *testing.T) {
	of := func(text string) func(string) bool { return func(t string) bool { return t == text } }
	const message = "self.includes('a') ? 'x' : 'y'"
	tree := root(schema.Property{Name: "a", Schema: ruled(list(4, text(4)), schema.ValidationRule{Rule: "true", MessageExpression: message})})
	for _, test := range []struct {
		name    string
		options Options
		errors  int
	}{
		{"new", Options{}, 1},
		{"stored", Options{StoredMessage: of(message)}, 0},
		{"stored as a rule only", Options{StoredRule: of(message)}, 1},
	} {
		if r := shared.Check(tree, all, test.options); len(r.Findings) != test.errors {
			t.Errorf("%s: %q", test.name, details(r))
		}
	}
}

// TestWhereNoRuleIsLookedAt: the server's check does not come by there.
func TestWhereNoRuleIsLookedAt(t *testing.T) {
	tree := parse(t, `
type: object
properties:
  a:
    type: string
    anyOf:
    - x-kubernetes-validations: [{rule: nope}]
    not:
      properties: {b: {x-kubernetes-validations: [{rule: nope}]}}
  b:
    type: object
    patternProperties:
      a: {type: string, x-kubernetes-validations: [{rule: nope}]}
  c: {type: string, x-kubernetes-validations: [{rule: "true"}]}
`)
	var asked []string
	r := shared.Check(tree, func(id int32) bool { asked = append(asked, FieldOf(tree, id)); return true }, Options{})
	if len(r.Findings) != 0 || len(r.Expressions) != 1 {
		t.Errorf("found: %q, expressions: %+v", found(r), r.Expressions)
	}
	if !slices.Equal(asked, []string{"c"}) {
		t.Errorf("looked at: %q", asked)
	}
}

func TestTypesThatCELDoesNotHave(t *testing.T) {
	untyped := &schema.Schema{XPreserveUnknownFields: ptr(true), Rare: &schema.Rare{XValidations: []schema.ValidationRule{rule("nope")}}}
	tree := schematree.New(object(schema.Property{Name: "a", Schema: untyped}, schema.Property{Name: "b", Schema: ruled(text(1), rule("nope"))}), finding.Root("schema"))
	r := shared.Check(tree, all, Options{})
	want := []string{"cel-rule/types schema.properties[a].x-kubernetes-validations", "cel-rule/compile schema.properties[b].x-kubernetes-validations[0].rule byte 0"}
	if got := found(r); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if f := r.Findings[0]; !strings.Contains(f.Detail, "unable to convert structural schema to CEL declarations") {
		t.Errorf("detail is %q", f.Detail)
	}
	if r.Panic != nil {
		t.Error("panics at", r.Panic.Server())
	}

	// Items of what is no list have no type, and the server looks into it.
	odd := ruled(text(1), rule("true"))
	odd.Items = &schema.Items{Schema: list(1, ruled(text(1), rule("nope")))}
	r = shared.Check(schematree.New(object(schema.Property{Name: "a", Schema: odd}), finding.Root("schema")), all, Options{})
	if len(r.Findings) != 0 || r.Panic == nil || r.Panic.Server() != "schema.properties[a].items.items.x-kubernetes-validations" {
		t.Errorf("panics at %v, found %q", r.Panic, found(r))
	}
}

func TestOldSelfBelowMapsOfAnUnknownType(t *testing.T) {
	for mapType, want := range map[string]string{"granular": "", "atomic": "", "odd": "schema"} {
		s := object(schema.Property{Name: "a", Schema: ruled(text(9), rule("self == oldSelf"))})
		s.OwnRare().XMapType = &mapType
		r := shared.Check(schematree.New(s, finding.Root("schema")), all, Options{})
		got := ""
		if len(r.Findings) == 1 {
			got = r.Findings[0].Facts.Where
			if r.Findings[0].Code != code.CELOldSelfUncorrelatable || r.Findings[0].Value != "self == oldSelf" {
				t.Errorf("%s: %+v", mapType, r.Findings[0])
			}
		}
		if got != want || len(r.Findings) > 1 {
			t.Errorf("%s: %q", mapType, details(r))
		}
	}
}

// TestCostsAtTheLimits: the recorded cases rule-at-limit, total-at-limit and their
// neighbours have the server's word for it.
func TestCostsAtTheLimits(t *testing.T) {
	const total = "cel-cost-total"
	for _, test := range []struct {
		costs []int64
		want  []string // the rules of codes, and what of the schema they are about
		times []string
	}{
		{[]int64{10_000_000}, nil, nil},
		{[]int64{10_000_001}, []string{"cel-cost p0"}, []string{"1.000000"}},
		{[]int64{15_000_000}, []string{"cel-cost p0"}, []string{"1.5"}},
		{[]int64{100_000_000}, []string{"cel-cost p0"}, []string{"10.0"}},
		{[]int64{999_999, 150_000_000 - 1_999_999, 1_000_000}, []string{"cel-cost p1", "cel-cost p1", "cel-cost p2", total}, []string{"14.8", "", "", "1.5"}},
		{[]int64{1_000_000, 99_000_001}, []string{"cel-cost p1", "cel-cost p1", "cel-cost p0", total}, []string{"9.9", "", "", "1.000000"}},
	} {
		var properties []schema.Property
		for i, n := range test.costs {
			properties = append(properties, schema.Property{Name: fmt.Sprint("p", i), Schema: costing1(n)})
		}
		r := shared.Check(schematree.New(object(properties...), finding.Root("schema")), all, Options{})
		var got, times []string
		for _, f := range r.Findings {
			at := f.Code.Rule()
			if f.Path.Server() != "schema" {
				at = "cel-cost " + strings.TrimSuffix(strings.TrimPrefix(f.Path.Server(), "schema.properties["), "].items.x-kubernetes-validations[0].rule")
			}
			got, times = append(got, at), append(times, f.Facts.Times)
			if f.Facts.Times != "" && !strings.Contains(f.Detail, " factor of "+f.Facts.Times+"x ") {
				t.Errorf("%d: %s, but %s times", test.costs, f.Detail, f.Facts.Times)
			}
		}
		if !slices.Equal(got, test.want) || !slices.Equal(times, test.times) {
			t.Errorf("%d: %q by %q, want %q by %q", test.costs, got, times, test.want, test.times)
		}
	}
}

func TestCostOfAMessageIsThatOfOne(t *testing.T) {
	s := list(-1, ruled(text(-1), schema.ValidationRule{Rule: "true", MessageExpression: "self + self + self + self + self"}))
	tree := root(schema.Property{Name: "a", Schema: s})
	e := &shared.Check(tree, all, Options{}).Expressions[1]
	if !e.Message || e.Total != e.Cost || e.Executions != (Cardinality{1, true}) {
		t.Fatalf("%+v", e)
	}
	bounds, ok := shared.Remedy(tree, e, 1000)
	if !ok || len(bounds) != 1 || bounds[0].Field != "a[*]" {
		t.Errorf("%+v", bounds)
	}
	r := shared.Check(root(schema.Property{Name: "a", Schema: ruled(list(-1, text(-1)), schema.ValidationRule{Rule: "true", MessageExpression: "self.map(x, self.map(y, y + x)).size() > 0 ? '' : 'x'"})}), all, Options{})
	if len(r.Findings) == 0 || r.Findings[0].Code != code.CELCost || !strings.HasPrefix(r.Findings[0].Detail, "estimated messageExpression cost ") {
		t.Errorf("%q", details(r))
	}
}
