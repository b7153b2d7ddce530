package defaulting

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func TestUnknownFieldsOfDefaults(t *testing.T) {
	text := func(rest string) string {
		return "type: object\nproperties:\n  a: {type: object, properties: {b: {type: string}}, default: " + rest + "\n"
	}
	for _, test := range []struct {
		name, schema string
		pruned       bool
	}{
		{"none", text("{b: x}}"), true},
		{"one", text("{b: x, c: x}}"), false},
		{"a kind, which only resources have", text("{kind: Pod}}"), false},
		{"the kind of a resource", text("{kind: Pod}, x-kubernetes-embedded-resource: true}"), true},
		{"the kind of the whole object", "{type: object, default: {kind: Pod}}", true},
		{"another field of the whole object", "{type: object, default: {kinds: Pod}}", false},
		{"in a junctor, where none is applied", "{type: object, anyOf: [{properties: {a: {default: {b: x}}}}]}", true},
	} {
		tree := tree(t, test.schema)
		if got := Pruned(tree); got != test.pruned {
			t.Errorf("%s: pruned is %t", test.name, got)
		}
	}
	if found := CheckSchemaFor(kube.Latest, parse(t, text("{b: x, c: x}}"))); len(found) != 1 {
		t.Errorf("%d are found, want one", len(found))
	}
	if found := Check(tree(t, text("{b: x, c: x}}")), false, celrule.NewCompiler(behaviour.Of(kube.Latest).CEL), behaviour.Of(kube.Latest)); len(found) != 0 {
		t.Errorf("%d are found where unknown fields are let pass", len(found))
	}
}

func checkWithin(t *testing.T, budget int64, text string) *checker {
	all := tree(t, text)
	c := &checker{tree: all, compiler: celrule.NewCompiler(behaviour.Of(kube.Latest).CEL), behaviour: behaviour.Of(kube.Latest), budget: budget}
	c.node(0, place{})
	return c
}

// TestBudgetOfRules: when what the rules of defaults may cost has run out, no other
// default is looked at.
func TestBudgetOfRules(t *testing.T) {
	const text = `
type: object
properties:
  a: {type: integer, default: 1, x-kubernetes-validations: [{rule: self > 0}]}
  b: {type: integer, default: x}
`
	const budget = 1000
	c := checkWithin(t, budget, text)
	cost := budget - c.budget
	if cost <= 0 || len(c.found) != 1 {
		t.Fatalf("cost is %d, found are %v", cost, places(c))
	}
	for _, test := range []struct {
		budget int64
		want   []string
	}{
		{cost, []string{"schema.properties[b].default"}},
		{cost - 1, []string{"schema.properties[a].default"}},
	} {
		if got := places(checkWithin(t, test.budget, text)); !slices.Equal(got, test.want) {
			t.Errorf("within %d: %q, want %q", test.budget, got, test.want)
		}
	}
}

func places(c *checker) (all []string) {
	for i := range c.found {
		all = append(all, c.found[i].Path.Server())
	}
	return all
}

// TestBudgetIsThatOfTheMoreExpensive: of the value as an old and as a new one, the rules
// that cost more count.
func TestBudgetIsThatOfTheMoreExpensive(t *testing.T) {
	left := func(rule string) int64 {
		c := checkWithin(t, 1_000_000, fmt.Sprintf(`
type: object
properties:
  a: {type: integer, default: 1, x-kubernetes-validations: [{rule: %q, optionalOldSelf: true}]}
`, rule))
		if len(c.found) > 0 {
			t.Fatal(c.found[0].Detail)
		}
		return c.budget
	}
	const expensive = "[1, 2, 3, 4, 5, 6, 7, 8].all(x, x > 0)"
	cheap := left("oldSelf.hasValue() ? true : true")
	for _, rule := range []string{"oldSelf.hasValue() ? " + expensive + " : true", "oldSelf.hasValue() ? true : " + expensive} {
		if got := left(rule); got > cheap-20 {
			t.Errorf("%s leaves %d, what is cheap %d", rule, got, cheap)
		}
	}
}

// TestDefaultsInListsOfMetadata: they are put where they belong in a resource.
func TestDefaultsInListsOfMetadata(t *testing.T) {
	var got []string
	for _, f := range CheckSchemaFor(kube.Latest, &schema.Schema{
		Type: "object", XEmbeddedResource: true,
		Properties: parse(t, `
type: object
properties:
  metadata: {type: object, properties: {finalizers: {type: array, items: {type: string, default: "not a name"}}}}
`).Properties,
	}) {
		got = append(got, f.Path.Server()+": "+f.Detail[:min(len(f.Detail), 60)])
	}
	want := []string{"openAPIV3Schema.properties[metadata].properties[finalizers].items.default: must result in valid metadata: metadata.finalizers: Invalid "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWrongDefaultsBesideNull: that null may stand for a value does not make another one good.
func TestWrongDefaultsBesideNull(t *testing.T) {
	for text, good := range map[string]bool{`"a"`: true, "null": true, "1": false, "[a]": false} {
		found := CheckSchemaFor(kube.Latest, parse(t, "type: object\nproperties: {a: {type: string, nullable: true, default: "+text+"}}\n"))
		if (len(found) == 0) != good {
			t.Errorf("the default %s: %v", text, found)
		}
	}
}

// TestFieldsNamedMetadata: only below a resource are they metadata.
func TestFieldsNamedMetadata(t *testing.T) {
	for _, test := range []struct {
		name, schema string
		want         string // a part of the only finding; "" for none
	}{
		{"of what is no resource, with an unknown field", `
type: object
properties:
  spec:
    type: object
    properties:
      metadata: {type: object, properties: {a: {type: string}}, default: {a: x, b: y}}
`, "must not have unknown fields"},
		{"of the whole object, with a resource that ObjectMeta does not know", `
type: object
properties:
  metadata:
    type: object
    properties: {x: {type: object, x-kubernetes-embedded-resource: true}}
    default: {x: {}}
`, ""},
		{"with a rule that takes them for a resource", `
type: object
properties:
  metadata:
    type: object
    properties: {name: {type: string}}
    default: {name: a}
    x-kubernetes-validations: [{rule: has(self.kind)}]
`, "undefined field 'kind'"},
	} {
		found := CheckSchemaFor(kube.Latest, parse(t, test.schema))
		if len(found) > 1 || (len(found) == 1) != (test.want != "") || len(found) == 1 && !strings.Contains(found[0].Detail, test.want) {
			t.Errorf("%s: %+v", test.name, found)
		}
	}
}

// TestDefaultsStayAsTheyAre: what the server makes of the metadata in a default for checking it
// does not change the schema.
func TestDefaultsStayAsTheyAre(t *testing.T) {
	const resource = "{kind: K, apiVersion: v1, metadata: {name: a, other: 1}}"
	for name, text := range map[string]string{
		"a resource":          "{type: object, properties: {a: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true, default: " + resource + "}}}",
		"a resource within":   "{type: object, properties: {a: {type: object, properties: {b: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}, default: {b: " + resource + "}}}}",
		"in metadata":         "{type: object, properties: {metadata: {type: object, default: {name: a, other: 1}}}}",
		"of the whole object": "{type: object, x-kubernetes-preserve-unknown-fields: true, default: " + resource + "}",
	} {
		checked, same := tree(t, text), tree(t, text)
		found := Check(checked, false, celrule.NewCompiler(behaviour.Of(kube.Latest).CEL), behaviour.Of(kube.Latest))
		if len(found) != 0 {
			t.Errorf("%s: %v", name, found)
		}
		for i := range checked.Nodes {
			if got, want := checked.Nodes[i].Default, same.Nodes[i].Default; !reflect.DeepEqual(got, want) {
				t.Errorf("%s: the default is %v, was %v", name, got, want)
			}
		}
	}
}

// TestRulesOfDefaults: a default is held to rules also where the validator has to be asked
// about it first.
func TestRulesOfDefaults(t *testing.T) {
	for _, keywords := range []string{"", "oneOf: [{minLength: 1}], ", "not: {maxLength: 0}, "} {
		text := "{type: object, properties: {a: {type: string, " + keywords + "default: a, x-kubernetes-validations: [{rule: \"self != 'a'\"}]}}}"
		c := checkWithin(t, validate.RuntimeBudget, text)
		if len(c.found) != 1 || c.found[0].Code == "" || len(c.found[0].Related) != 1 {
			t.Errorf("%s: %v, want the rule", keywords, c.found)
		}
	}
}
