package validate_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestPlacesOfRules says where rules are evaluated: each is false.
func TestPlacesOfRules(t *testing.T) {
	const (
		no       = `"x-kubernetes-validations": [{"rule": "false", "message": "no"}]`
		str      = `{"type": "string", ` + no + `}`
		resource = `{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-validations": [{"rule": "self.metadata.name == 'b'", "message": "no"}]}`
		plain    = `{"type": "object", "properties": {"metadata": {"type": "object", "properties": {"owner": {"type": "string"}}}}, "x-kubernetes-validations": [{"rule": "self.metadata.owner == 'b'", "message": "no"}]}`
		owned    = `{"metadata": {"owner": "a"}}`
		named    = `{"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}}`
	)
	for _, test := range []struct {
		name, schema, value string
		resource            bool
		want                []string // paths
	}{
		{name: "a value", schema: str, value: `"a"`, want: []string{"x"}},
		{name: "null", schema: `{"type": "string", "nullable": true, ` + no + `}`, value: `null`},
		{name: "a field", schema: `{"type": "object", "properties": {"a": ` + str + `}}`, value: `{"a": "b", "b": "c"}`, want: []string{"x.a"}},
		{name: "fields are in order", schema: `{"type": "object", "properties": {"c": ` + str + `, "a": ` + str + `, "b": ` + str + `}}`, value: `{"c": "c", "b": "b", "a": "a"}`,
			want: []string{"x.a", "x.b", "x.c"}},
		{name: "a field whose name is escaped", schema: `{"type": "object", "properties": {"a-b": ` + str + `, "if": ` + str + `}}`, value: `{"a-b": "c", "if": "d"}`, want: []string{"x.a-b", "x.if"}},
		{name: "one whose name cannot be", schema: `{"type": "object", "properties": {"a%": ` + str + `}}`, value: `{"a%": "c"}`, want: []string{"x.a%"}},
		{name: "one without a type beside others", schema: `{"type": "object", "properties": {"a": {"x-kubernetes-preserve-unknown-fields": true, ` + no + `}, "b": ` + str + `}}`,
			value: `{"a": "c", "b": "c"}`, want: []string{"x.b"}},
		{name: "one without name and type", schema: `{"type": "object", "properties": {"a%": {"x-kubernetes-preserve-unknown-fields": true, ` + no + `}, "b": ` + str + `}}`,
			value: `{"a%": "c", "b": "c"}`, want: []string{"x.b"}},
		{name: "one below what has no type", schema: `{"properties": {"a": ` + str + `}}`, value: `{"a": "c"}`},
		{name: "values of a map", schema: `{"type": "object", "additionalProperties": ` + str + `}`, value: `{"b": "a", "a": "b"}`, want: []string{"x[a]", "x[b]"}},
		{name: "items", schema: `{"type": "array", "items": ` + str + `}`, value: `["a", "b"]`, want: []string{"x[0]", "x[1]"}},
		{name: "a list and its items", schema: `{"type": "array", "items": ` + str + `, ` + no + `}`, value: `["a"]`, want: []string{"x", "x[0]"}},
		{name: "an object and its fields", schema: `{"type": "object", "properties": {"a": ` + str + `}, ` + no + `}`, value: `{"a": "b"}`, want: []string{"x", "x.a"}},
		{name: "a list alone", schema: `{"type": "array", "items": {"type": "string"}, ` + no + `}`, value: `["a"]`, want: []string{"x"}},
		{name: "a node far below", schema: `{"type": "object", "properties": {"a": {"type": "array", "items": {"type": "object", "additionalProperties": ` + str + `}}, "b": {"type": "string"}}}`,
			value: `{"a": [{}, {"k": "v"}]}`, want: []string{"x.a[1][k]"}},
		{name: "a resource", schema: resource, resource: true, value: named, want: []string{"x"}},
		{name: "a resource in a field", schema: `{"type": "object", "properties": {"a": ` + resource + `}}`, value: `{"a": ` + named + `}`, want: []string{"x.a"}},
		{name: "one in a field whose name cannot be escaped", schema: `{"type": "object", "properties": {"a%": ` + resource + `}}`, value: `{"a%": ` + named + `}`, want: []string{"x.a%"}},
		{name: "a resource in a map", schema: `{"type": "object", "additionalProperties": ` + resource + `}`, value: `{"a": ` + named + `}`, want: []string{"x[a]"}},
		{name: "metadata that is no resource's", schema: plain, value: owned, want: []string{"x"}},
		{name: "such in a field", schema: `{"type": "object", "properties": {"a": ` + plain + `, "b%": ` + plain + `}}`, value: `{"a": ` + owned + `, "b%": ` + owned + `}`, want: []string{"x.a", "x.b%"}},
		{name: "such in a map", schema: `{"type": "object", "additionalProperties": ` + plain + `}`, value: `{"a": ` + owned + `}`, want: []string{"x[a]"}},
		{name: "such in a list", schema: `{"type": "array", "items": ` + plain + `}`, value: `[` + owned + `]`, want: []string{"x[0]"}},
		{name: "a resource in a list", schema: `{"type": "array", "items": ` + resource + `}`, value: `[` + named + `]`, want: []string{"x[0]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			rules := validate.NewRules(compiler, schematree.New(parse(t, test.schema), nil), 0, test.resource)
			list, _ := rules.Evaluate(context.Background(), finding.Root("x"), value(t, test.value), nil, validate.Evaluation{Budget: 10_000})
			var got []string
			for i := range list {
				if got = append(got, list[i].Path.Server()); list[i].Detail != "no" {
					t.Errorf("%s: %s", list[i].Path.Server(), list[i].ServerMessage())
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestNoRules(t *testing.T) {
	for name, text := range map[string]string{
		"none":                      `{"type": "object", "properties": {"a": {"type": "string"}}}`,
		"none but in a junctor":     `{"type": "object", "properties": {"a": {"type": "string"}}, "not": {"properties": {"a": {"x-kubernetes-validations": [{"rule": "false"}]}}}}`,
		"none but where no type is": `{"type": "object", "properties": {"a": {"x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": [{"rule": "false"}]}}}`,
	} {
		rules := validate.NewRules(compiler, schematree.New(parse(t, text), nil), 0, false)
		if rules != nil {
			t.Errorf("%s: there are some", name)
		}
		if list, left := rules.Evaluate(context.Background(), nil, map[string]any{"a": "b"}, nil, validate.Evaluation{Budget: 7}); list != nil || left != 7 {
			t.Errorf("%s: got %q, %d left", name, words(list), left)
		}
	}
	t.Run("none at a node beside one", func(t *testing.T) {
		tree := schematree.New(parse(t, `{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string", "x-kubernetes-validations": [{"rule": "false"}]}}}`), nil)
		for id := range tree.Nodes {
			if got, want := validate.NewRules(compiler, tree, int32(id), false) != nil, tree.Nodes[id].Name != "a"; got != want {
				t.Errorf("%q has rules: %t", tree.Nodes[id].Name, got)
			}
		}
	})
}

// TestNoType has rules about values of which CEL knows no type. The words are
// those of the recorded case testdata/crd/defaults/rule-without-type.
func TestNoType(t *testing.T) {
	const broken = "rule compiler initialization error: failed to convert to declType for CEL validation rules"
	s := parse(t, `{"type": "array", "x-kubernetes-validations": [{"rule": "true"}, {"rule": "false"}],
		"items": {"x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": [{"rule": "true"}]}}`)
	got, left, costs := evaluate(s, []any{"a"}, nil, 10)
	if want := []string{`x: Invalid value: "array": ` + broken, `x[0]: Invalid value: "": ` + broken}; !slices.Equal(got, want) || left != 10 || costs != nil {
		t.Errorf("got %q, %d left, costs %d", got, left, costs)
	}
	s.OwnRare().XValidations = nil
	got, _, _ = evaluate(s, []any{"a"}, nil, 10)
	if want := []string{`x[0]: Invalid value: "": ` + broken}; !slices.Equal(got, want) {
		t.Errorf("without those of the list: got %q", got)
	}
}

// TestFindingOfRule looks at all of what is said of a rule that is false.
func TestFindingOfRule(t *testing.T) {
	s := parse(t, `{"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "object", "additionalProperties": {"type": "string"}}}}},
		"x-kubernetes-validations": [{"rule": "true"}, {"rule": " 1 > 2 ", "message": " said ", "fieldPath": ".a.b['c.d']", "reason": "FieldValueForbidden"}]}`)
	tree := schematree.New(s, finding.Root("schema"))
	list, _ := validate.NewRules(compiler, tree, 0, false).Evaluate(context.Background(), finding.Root("x"), map[string]any{}, nil, validate.Evaluation{Budget: 100})
	if len(list) != 1 {
		t.Fatalf("got %q", words(list))
	}
	f := list[0]
	if f.Code != code.CELFailed || f.Facts.ValidatorText != "said" || f.ServerMessage() != "Forbidden: said" || f.Path.Server() != "x.a.b[c.d]" {
		t.Errorf("got %s, %q: %s", f.Code, f.Facts.ValidatorText, words(list))
	}
	var names []string
	for _, segment := range f.Path.Segments() {
		names = append(names, segment.Name)
	}
	if want := []string{"x", "a", "b", "c.d"}; !slices.Equal(names, want) {
		t.Errorf("in the file at %q, want %q", names, want)
	}
	if len(f.Related) != 1 || f.Related[0].Message != " 1 > 2 " || f.Related[0].Path.Server() != "schema.x-kubernetes-validations[1]" {
		t.Errorf("related: %v", f.Related)
	}
}

// TestSaid is what is said of a rule: its message, or the rule.
func TestSaid(t *testing.T) {
	for _, test := range []struct {
		name string
		rule schema.ValidationRule
		said string
	}{
		{"a rule", schema.ValidationRule{Rule: " self == '' "}, "self == ''"},
		{"a message", schema.ValidationRule{Rule: "self == ''", Message: " message "}, "message"},
		{"an expression", schema.ValidationRule{Rule: "self == ''", Message: "message", MessageExpression: "'not ' + self"}, "not a"},
		{"an expression that does not compile", schema.ValidationRule{Rule: "self == ''", Message: "message", MessageExpression: "self."}, "message"},
		{"an expression that fails", schema.ValidationRule{Rule: "self == ''", Message: "message", MessageExpression: "[self][size(self)]"}, "message"},
	} {
		t.Run(test.name, func(t *testing.T) {
			rules := validate.NewRules(compiler, schematree.New(text(test.rule), nil), 0, false)
			list, _ := rules.Evaluate(context.Background(), nil, "a", nil, validate.Evaluation{Budget: 1000})
			if len(list) != 1 || list[0].Facts.ValidatorText != test.said {
				t.Errorf("got %+v", list)
			}
		})
	}
}

// TestObserved tells the cost of each expression by its place.
func TestObserved(t *testing.T) {
	var got []string
	rules := validate.NewRules(compiler, schematree.New(text(schema.ValidationRule{Rule: "true"}, schema.ValidationRule{Rule: "self == ''", MessageExpression: "'not ' + self"}), finding.Root("s")), 0, false)
	_, left := rules.Evaluate(context.Background(), nil, "a", nil, validate.Evaluation{Budget: 1000, Observe: func(at *finding.Path, cost uint64) {
		got = append(got, at.Server())
	}})
	want := []string{"s.x-kubernetes-validations[0].rule", "s.x-kubernetes-validations[1].rule", "s.x-kubernetes-validations[1].messageExpression"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if _, same := rules.Evaluate(context.Background(), nil, "a", nil, validate.Evaluation{Budget: 1000}); same != left {
		t.Errorf("%d are left if nobody looks, %d otherwise", same, left)
	}
}

func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	rules := validate.NewRules(compiler, schematree.New(text(schema.ValidationRule{Rule: "false"}), nil), 0, false)
	stop()
	if list, left := rules.Evaluate(ctx, nil, "a", nil, validate.Evaluation{Budget: 10}); len(list) != 1 || list[0].Code != code.CELStopped || left >= 0 {
		t.Errorf("got %q, %d left", words(list), left)
	}
}

// TestOldSelf has transitions: "was" is false, and says what it saw.
func TestOldSelf(t *testing.T) {
	const was = `"x-kubernetes-validations": [{"rule": "self == oldSelf && false", "message": "plain"}, {"rule": "!oldSelf.hasValue() && self != ''", "optionalOldSelf": true, "message": "optional"},
		{"rule": "oldSelf.hasValue()", "optionalOldSelf": true, "message": "new"}, {"rule": "oldSelf != self && false", "optionalOldSelf": false, "message": "not optional"}, {"rule": "self != ''"}]`
	const str = `{"type": "string", ` + was + `}`
	has, new := []string{"plain", "optional", "not optional"}, []string{"new"}
	for _, test := range []struct {
		name, schema, old, value string
		want                     []string
	}{
		{"a value", str, `"a"`, `"b"`, has},
		{"none", str, `null`, `"b"`, new},
		{"a field", `{"type": "object", "properties": {"a": ` + str + `}}`, `{"a": "b"}`, `{"a": "c"}`, has},
		{"a new field", `{"type": "object", "properties": {"a": ` + str + `}}`, `{}`, `{"a": "c"}`, new},
		{"a field of what was no object", `{"type": "object", "properties": {"a": ` + str + `}}`, `"a"`, `{"a": "c"}`, new},
		{"a value of a map", `{"type": "object", "additionalProperties": ` + str + `}`, `{"a": "b"}`, `{"a": "c"}`, has},
		{"of an atomic map", `{"type": "object", "x-kubernetes-map-type": "atomic", "additionalProperties": ` + str + `}`, `{"a": "b"}`, `{"a": "c"}`, has},
		{"of a granular map", `{"type": "object", "x-kubernetes-map-type": "granular", "additionalProperties": ` + str + `}`, `{"a": "b"}`, `{"a": "c"}`, has},
		{"of an odd map", `{"type": "object", "x-kubernetes-map-type": "odd", "additionalProperties": ` + str + `}`, `{"a": "b"}`, `{"a": "c"}`, new},
		{"an item of an atomic list", `{"type": "array", "items": ` + str + `}`, `["a"]`, `["a"]`, new},
		{"an item of a map list", `{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
			"items": {"type": "object", "properties": {"k": {"type": "string"}, "v": ` + str + `}}}`, `[{"k": "a"}, {"k": "b", "v": "c"}]`, `[{"k": "b", "v": "d"}]`, has},
		{"a new one", `{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
			"items": {"type": "object", "properties": {"k": {"type": "string"}, "v": ` + str + `}}}`, `[{"k": "a", "v": "b"}]`, `[{"k": "b", "v": "d"}]`, new},
	} {
		t.Run(test.name, func(t *testing.T) {
			rules := validate.NewRules(compiler, schematree.New(parse(t, test.schema), nil), 0, false)
			list, _ := rules.Evaluate(context.Background(), nil, value(t, test.value), value(t, test.old), validate.Evaluation{Budget: 1000})
			var got []string
			for _, f := range list {
				got = append(got, f.Detail)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestForgiven has rules that are false, old or new. What is forgiven is as in the
// recorded cases testdata/dryrun/rules.
func TestForgiven(t *testing.T) {
	const (
		no      = `{"type": "string", "x-kubernetes-validations": [{"rule": "self == ''"}]}`
		change  = `{"type": "string", "x-kubernetes-validations": [{"rule": "self != oldSelf"}]}`
		mapList = `{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": ` + no + `}}}`
	)
	for _, test := range []struct {
		name, schema, old, value string
		found, forgiven          []string // paths
	}{
		{"a field as it was", `{"type": "object", "properties": {"a": ` + no + `, "b": ` + no + `}}`, `{"a": "b", "b": "b"}`, `{"a": "b", "b": "c"}`, []string{"b"}, []string{"a"}},
		{"a new field", `{"type": "object", "properties": {"a": ` + no + `}}`, `{}`, `{"a": "b"}`, []string{"a"}, nil},
		{"a transition", `{"type": "object", "properties": {"a": ` + change + `}}`, `{"a": "b"}`, `{"a": "b"}`, []string{"a"}, nil},
		{"an item of a map list", `{"type": "object", "properties": {"l": ` + mapList + `}}`, `{"l": [{"k": "a", "v": "b"}, {"k": "b", "v": "b"}]}`, `{"l": [{"k": "b", "v": "b"}, {"k": "a", "v": "c"}]}`,
			[]string{"l[1].v"}, []string{"l[0].v"}},
		{"an item of a list as it was", `{"type": "object", "properties": {"l": {"type": "array", "items": ` + no + `}, "a": {"type": "string"}}}`,
			`{"l": ["a"], "a": "b"}`, `{"l": ["a"], "a": "c"}`, nil, []string{"l[0]"}},
		{"an item of a list that grew", `{"type": "object", "properties": {"l": {"type": "array", "items": ` + no + `}}}`, `{"l": ["a"]}`, `{"l": ["a", ""]}`, []string{"l[0]"}, nil},
		{"below items of a list as it was", `{"type": "object", "properties": {"l": {"type": "array", "items": {"type": "object", "properties": {"m": {"type": "array", "items": ` + no + `}}}}, "a": {"type": "string"}}}`,
			`{"l": [{"m": ["a"]}], "a": "b"}`, `{"l": [{"m": ["a"]}], "a": "c"}`, nil, []string{"l[0].m[0]"}},
		{"below items of a list that grew", `{"type": "object", "properties": {"l": {"type": "array", "items": {"type": "object", "properties": {"m": {"type": "array", "items": ` + no + `}}}}}}`,
			`{"l": [{"m": ["a"]}]}`, `{"l": [{"m": ["a"]}, {}]}`, []string{"l[0].m[0]"}, nil},
		{"kind and apiVersion", `{"type": "object", "properties": {"kind": ` + no + `, "apiVersion": ` + no + `, "a": ` + no + `}}`, `{"kind": "a", "apiVersion": "b", "a": "c"}`, `{"kind": "a", "apiVersion": "b", "a": "c"}`,
			[]string{"apiVersion", "kind"}, []string{"a"}},
		{"kind and apiVersion below", `{"type": "object", "properties": {"a": {"type": "object", "properties": {"kind": ` + no + `, "apiVersion": ` + no + `, "x": {"type": "string"}}}}}`,
			`{"a": {"kind": "a", "apiVersion": "b", "x": "c"}}`, `{"a": {"kind": "a", "apiVersion": "b", "x": "d"}}`, nil, []string{"a.apiVersion", "a.kind"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := parse(t, test.schema)
			now, old := value(t, test.value), value(t, test.old)
			rules := validate.NewRules(compiler, schematree.New(s, nil), 0, false)
			var forgiven finding.List
			found, left := rules.Evaluate(context.Background(), nil, now, old, validate.Evaluation{
				Budget: 1000, Correlated: common.NewCorrelatedObject(now, old, validate.Correlatable(s)), Warn: func(f finding.Finding) { forgiven = append(forgiven, f) },
			})
			if !slices.Equal(places(found), test.found) || !slices.Equal(places(forgiven), test.forgiven) {
				t.Errorf("found %q, forgave %q", places(found), places(forgiven))
			}
			for _, f := range forgiven {
				if len(f.Related) != 1 || f.Code != code.CELFailed {
					t.Errorf("forgave %+v", f)
				}
			}
			again, same := rules.Evaluate(context.Background(), nil, now, old, validate.Evaluation{Budget: 1000, Correlated: common.NewCorrelatedObject(now, old, validate.Correlatable(s))})
			if !reflect.DeepEqual(places(again), places(found)) || same != left {
				t.Errorf("if nobody is warned: found %q, %d left, want %d", places(again), same, left)
			}
			all, _ := rules.Evaluate(context.Background(), nil, now, old, validate.Evaluation{Budget: 1000})
			if want := sorted(slices.Concat(test.found, test.forgiven)); !slices.Equal(places(all), want) {
				t.Errorf("if nothing is forgiven: found %q, want %q", places(all), want)
			}
		})
	}
}

// TestFreeRules has rules that cost nothing: whether there is a budget is asked
// before, and only where there are rules.
func TestFreeRules(t *testing.T) {
	free := text(schema.ValidationRule{Rule: "false", Message: "no"})
	if got, left, costs := evaluate(free, "a", nil, 1); left != 1 || !slices.Equal(costs, []uint64{0}) || !slices.Equal(got, []string{`x: Invalid value: "a": no`}) {
		t.Errorf("got %q, %d left, costs %d", got, left, costs)
	}
	if got, left, costs := evaluate(free, "a", nil, 0); left != -1 || costs != nil || !slices.Equal(got, []string{outOfBudget}) {
		t.Errorf("without a budget: got %q, %d left, costs %d", got, left, costs)
	}
	s := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: free}})}
	if got, _, _ := evaluate(s, map[string]any{"a": "a"}, nil, 0); !slices.Equal(got, []string{strings.Replace(outOfBudget, "x:", "x.a:", 1)}) {
		t.Errorf("below an object without rules: got %q", got)
	}
}

// TestOptionalForNothing has an optional oldSelf of which no rule speaks.
func TestOptionalForNothing(t *testing.T) {
	yes := true
	got, _, _ := evaluate(text(schema.ValidationRule{Rule: "self == ''", OptionalOldSelf: &yes}), "a", "b", 100)
	if !slices.Equal(got, []string{`x: Invalid value: "a": failed rule: self == ''`}) {
		t.Errorf("got %q", got)
	}
}

// TestStoredRules has functions that are younger than the version: they are known
// in what is stored.
func TestStoredRules(t *testing.T) {
	s := text(schema.ValidationRule{Rule: "isQuantity(self)", MessageExpression: "isQuantity('1') ? 'not ' + self : ''"})
	rules := validate.NewRules(celrule.NewCompiler(behaviour.Of(kube.Version{Minor: 28}).CEL), schematree.New(s, nil), 0, false)
	list, _ := rules.Evaluate(context.Background(), nil, "a", nil, validate.Evaluation{Budget: 1000})
	if len(list) != 1 || list[0].Detail != "not a" {
		t.Errorf("got %q", words(list))
	}
}

// TestHalted: a rule or message that makes too much is named, and no other is
// evaluated; what one makes is not held against the next.
func TestHalted(t *testing.T) {
	long := strings.Repeat("x", 1<<16)
	const huge, large = "self.replace('x', self) != ''", "self.replace('', self.substring(0, 600)) != ''"
	other, yes := schema.ValidationRule{Rule: "false"}, true
	for name, test := range map[string]struct {
		rules []schema.ValidationRule
		want  []string
	}{
		"rule":       {[]schema.ValidationRule{{Rule: huge}, other}, []string{"the evaluation of the rule was stopped because it makes strings and lists of more than 1024 MiB: " + huge}},
		"message":    {[]schema.ValidationRule{{Rule: "false", MessageExpression: "string(" + huge + ")"}, other}, []string{"the evaluation of the rule was stopped because it makes strings and lists of more than 1024 MiB: false"}},
		"one by one": {[]schema.ValidationRule{{Rule: large}, {Rule: large}, other}, []string{"failed rule: false"}},
		"optional":   {[]schema.ValidationRule{{Rule: huge + " || oldSelf.hasValue()", OptionalOldSelf: &yes}, other}, []string{"the evaluation of the rule was stopped because it makes strings and lists of more than 1024 MiB: " + huge + " || oldSelf.hasValue()"}},
	} {
		rules := validate.NewRules(compiler, schematree.New(text(test.rules...), finding.Root("schema")), 0, false)
		list, left := rules.Evaluate(context.Background(), finding.Root("spec"), long, nil, validate.Evaluation{Budget: validate.RuntimeBudget})
		var got []string
		for _, f := range list {
			got = append(got, f.Detail)
			if f.Path.Server() != "spec" {
				t.Errorf("%s: at %s", name, f.Path.Server())
			}
			if halted := f.Code == code.CELStopped; halted != (left < 0) || halted && f.Related[0].Path.Server() != "schema.x-kubernetes-validations[0]" {
				t.Errorf("%s: %s, %d left, about %v", name, f.Code, left, f.Related)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// A run that is cut short says at which value.
func TestCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rules := validate.NewRules(compiler, schematree.New(text(schema.ValidationRule{Rule: "false"}), finding.Root("schema")), 0, false)
	list, left := rules.Evaluate(ctx, finding.Root("spec"), "x", nil, validate.Evaluation{Budget: validate.RuntimeBudget})
	if left >= 0 || len(list) != 1 || list[0].Code != code.CELStopped || list[0].Path.Server() != "spec" {
		t.Errorf("%d left, %v", left, list)
	}
}
