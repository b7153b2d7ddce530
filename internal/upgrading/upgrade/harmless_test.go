package upgrade

import (
	"slices"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/crdedit"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/kube"
)

// A replacement is a widget before and after a change of how something is required.
type replacement struct{ old, oldOf, now, nowOf string }

// compareWidgets returns the changes between two widgets.
func compareWidgets(t *testing.T, r replacement) []Change {
	t.Helper()
	return compareServed(t, widget(t, r.old, r.oldOf, ""), widget(t, r.now, r.nowOf, ""))
}

func compareServed(t *testing.T, old, now crdedit.Value) []Change {
	t.Helper()
	was, is := newServer(old, nil), newServer(now, nil)
	if was == nil || is == nil {
		t.Fatal("the server refuses one of the CRDs")
	}
	return Compare(was.crd, is.crd, &is.checked, Options{
		Server: &server, Requests: sample.Options{Version: kube.Latest, Rules: dryrun.CEL(checker().Compiler())},
	})
}

func rules(text string) string { return "x-kubernetes-validations: [{rule: \"" + text + "\"}]" }

// TestHarmless has keywords that replace others which refuse as much, and keywords that speak of
// what is new: nothing breaks.
func TestHarmless(t *testing.T) {
	const (
		two     = "a: {type: string, maxLength: 20}\nb: {type: string, maxLength: 20}"
		three   = two + "\nc: {type: string, maxLength: 20}"
		oneOf   = "oneOf: [{required: [a]}, {required: [b]}]"
		oneOf3  = "oneOf: [{required: [c]}, {required: [a]}, {required: [b]}]"
		anyOf   = "anyOf: [{required: [a]}, {required: [b]}]"
		enum    = "a: {type: string, enum: [p, q]}"
		enum3   = "a: {type: string, enum: [p, q, r]}\nb: {type: string, maxLength: 20}"
		integer = "a: {type: integer, minimum: 1, maximum: 9}"
		list    = "a: {type: array, minItems: 1, maxItems: 3, items: {type: string, maxLength: 9}}"
	)
	for name, r := range map[string]replacement{
		"required in a list":                            {"a: {type: array, maxItems: 3, items: {type: string}}", "", "a: {type: array, maxItems: 3, required: [b], items: {type: string}}", ""},
		"a field and its branch of oneOf":               {two, oneOf, three, oneOf3},
		"a field and its branch of anyOf":               {two, anyOf, three, "anyOf: [{required: [c]}, {required: [a]}, {required: [b]}]"},
		"a new field that is excluded with another":     {two, "", three, "not: {required: [a, c]}"},
		"a new field that is excluded in allOf":         {two, oneOf, three, oneOf + "\n            allOf: [{not: {required: [c]}}]"},
		"a new field in the condition of a branch":      {two, "", three, "anyOf: [{not: {required: [c]}}, {required: [a]}]"},
		"oneOf that becomes a rule":                     {two, oneOf, two, rules("has(self.a) != has(self.b)")},
		"oneOf that becomes a rule that counts":         {two, oneOf, three, rules("[has(self.a), has(self.b), has(self.c)].exists_one(x, x)")},
		"oneOf that becomes a rule that adds":           {two, oneOf, three, rules("(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) + (has(self.c) ? 1 : 0) == 1")},
		"anyOf that becomes a rule":                     {two, anyOf, two, rules("has(self.a) || has(self.b)")},
		"a rule that becomes oneOf":                     {two, rules("has(self.a) != has(self.b)"), two, oneOf},
		"a rule that becomes anyOf":                     {two, rules("has(self.a) || has(self.b)"), two, anyOf},
		"oneOf that becomes anyOf":                      {two, oneOf, two, anyOf},
		"oneOf that becomes not":                        {two, oneOf, two, "not: {required: [a, b]}"},
		"required that becomes a rule":                  {two, "required: [a]", two, rules("has(self.a)")},
		"a rule that becomes required":                  {two, rules("has(self.a)"), two, "required: [a]"},
		"branches that become required":                 {two, "allOf: [{required: [a]}]", two, "required: [a]"},
		"a pattern that becomes a rule":                 {"a: {type: string, maxLength: 20, pattern: '^[a-z]+$'}", "", "a: {type: string, maxLength: 20, x-kubernetes-validations: [{rule: \"self.matches('^[a-z]*$')\"}]}", ""},
		"a pattern that becomes a rule of a prefix":     {"a: {type: string, maxLength: 20, pattern: '^ab.*$'}", "", "a: {type: string, maxLength: 20, x-kubernetes-validations: [{rule: \"self.startsWith('a')\"}]}", ""},
		"a rule that becomes a pattern":                 {"a: {type: string, maxLength: 20, x-kubernetes-validations: [{rule: \"self.matches('^[a-z]*$')\"}]}", "", "a: {type: string, maxLength: 20, pattern: '^[a-z]*$'}", ""},
		"bounds of a number that become a rule":         {integer, "", "a: {type: integer}", rules("!has(self.a) || self.a >= 0 && self.a < 10")},
		"a rule that becomes a bound":                   {"a: {type: integer, x-kubernetes-validations: [{rule: self > 3}]}", "", "a: {type: integer, minimum: 2}", ""},
		"a length that becomes a rule":                  {two, "", two, rules("!has(self.a) || size(self.a) <= 20")},
		"a length that becomes a rule of the value":     {"a: {type: string, minLength: 1, maxLength: 20}", "", "a: {type: string, maxLength: 30, x-kubernetes-validations: [{rule: self.size() > 0 && self.size() <= 20}]}", ""},
		"a number of items that becomes a rule":         {list, "required: [a]", "a: {type: array, maxItems: 9, items: {type: string, maxLength: 9}}", "required: [a]\n            " + rules("self.a.size() > 0 && self.a.size() < 4")},
		"an enum that becomes a rule":                   {enum, "", "a: {type: string, maxLength: 20}", rules("!has(self.a) || self.a in ['p', 'q', 'r']")},
		"an enum that becomes a rule of the value":      {enum, "", "a: {type: string, maxLength: 20, x-kubernetes-validations: [{rule: \"self == 'p' || self == 'q'\"}]}", ""},
		"a rule that becomes an enum":                   {"a: {type: string, maxLength: 20, x-kubernetes-validations: [{rule: \"self in ['p', 'q']\"}]}", "", "a: {type: string, enum: [p, q, r]}", ""},
		"a rule about a new value of an enum":           {enum, "", enum3, rules("has(self.a) && self.a == 'r' ? has(self.b) : true")},
		"a rule about a new value, read as optional":    {enum, "", enum3, rules("self.?a.orValue('') == 'r' ? has(self.b) : true")},
		"a rule about a new field, read as optional":    {two, "", three, rules("!self.?c.hasValue() || has(self.a)")},
		"a rule about a new field with a default":       {two, "", two + "\nc: {type: boolean, default: false}", rules("has(self.c) && self.c ? !has(self.a) : true")},
		"a rule about a new number with a default":      {two, "", two + "\nc: {type: integer, default: 3}", rules("self.c <= 5 || has(self.a)")},
		"a rule about a new string with a default":      {two, "", two + "\nc: {type: string, default: auto}", rules("self.c in ['auto', 'manual'] && self.c.startsWith('au')")},
		"a rule about a new list with a default":        {two, "", two + "\nc: {type: array, maxItems: 3, default: [], items: {type: string, maxLength: 9}}", rules("self.c.all(x, x != '') && self.c.size() == 0")},
		"a rule about what is in a new default":         {two, "", two + "\nc: {type: object, default: {}, properties: {mode: {type: string, default: x, maxLength: 9}}}", rules("self.c.mode == 'x' && has(self.c.mode)")},
		"a branch about a new field with a default":     {two, "", two + "\nc: {type: string, default: x}", "anyOf: [{required: [c]}, {required: [a]}]"},
		"a rule about a field that has a default now":   {two, "", "a: {type: string, maxLength: 20, default: x}\nb: {type: string, maxLength: 20}", rules("has(self.a)")},
		"a branch of values that becomes a rule":        {enum3, "oneOf: [{required: [a], properties: {a: {enum: [p]}}}, {required: [b]}]", enum3, rules("has(self.a) || has(self.b)")},
		"a branch that says the same of another bound":  {integer, "anyOf: [{properties: {a: {minimum: 5}}}, {required: [a]}]", integer, "anyOf: [{required: [a]}, {properties: {a: {minimum: 4}}}]"},
		"a resource that may be any object":             {"a: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}", "", "a: {type: object, x-kubernetes-preserve-unknown-fields: true}", ""},
		"a bound of a branch that becomes a bound":      {"a: {type: integer, allOf: [{minimum: 3}]}", "", "a: {type: integer, minimum: 3}", ""},
		"a bound that becomes one of a branch":          {"a: {type: integer, minimum: 3}", "", "a: {type: integer, allOf: [{minimum: 3}]}", ""},
		"a field of an object and its branch of oneOf":  {"o: {type: object, oneOf: [{required: [a]}], properties: {a: {type: string}}}", "", "o: {type: object, oneOf: [{required: [a]}, {required: [b]}], properties: {a: {type: string}, b: {type: object}}}", ""},
		"oneOf of a field that becomes a rule above it": {"o: {type: object, oneOf: [{required: [a]}, {required: [b]}], properties: {a: {type: string}, b: {type: string}}}", "", "o: {type: object, properties: {a: {type: string}, b: {type: string}}}", rules("!has(self.o) || has(self.o.a) != has(self.o.b)")},
	} {
		t.Run(name, func(t *testing.T) {
			for _, c := range compareWidgets(t, r) {
				if c.Kind.Breaks {
					t.Errorf("%s [%s], shown: %t", c.Message, c.Kind.ID, c.Witness != nil)
				}
			}
		})
	}
}

// TestNotHarmless has changes that look like harmless ones, and refuse something that was
// accepted: an object shows each.
func TestNotHarmless(t *testing.T) {
	const (
		two  = "a: {type: string, maxLength: 20}\nb: {type: string, maxLength: 20}"
		one  = "a: {type: string, maxLength: 20}"
		enum = "a: {type: string, enum: [p, q]}"
	)
	for name, r := range map[string]replacement{
		"oneOf without a branch":                  {two, "oneOf: [{required: [a]}, {required: [b]}]", two, "oneOf: [{required: [a]}]"},
		"anyOf that becomes oneOf":                {two, "anyOf: [{required: [a]}, {required: [b]}]", two, "oneOf: [{required: [a]}, {required: [b]}]"},
		"a branch for a field that was there":     {two, "oneOf: [{required: [a]}]", two, "oneOf: [{required: [a]}, {required: [b]}]"},
		"a branch for a new field with default":   {one, "oneOf: [{required: [a]}]", one + "\nc: {type: string, default: x}", "oneOf: [{required: [a]}, {required: [c]}]"},
		"a rule stronger than the pattern":        {"a: {type: string, maxLength: 20, pattern: '^[a-z]*$'}", "", "a: {type: string, maxLength: 20, x-kubernetes-validations: [{rule: \"self.matches('^[a-z]+$')\"}]}", ""},
		"a rule stronger than the bound":          {"a: {type: integer, minimum: 1}", "", "a: {type: integer}", rules("!has(self.a) || self.a > 1")},
		"a rule that a new default breaks":        {one, "", one + "\nc: {type: integer, default: 3}", rules("self.c < 3 || has(self.a)")},
		"a rule of a quantity":                    {one, "", one, rules("!has(self.a) || quantity(self.a) == quantity(self.a)")},
		"a rule of a field that lost its default": {"a: {type: string, maxLength: 20, default: x}", "", one, rules("has(self.a)")},
		"a required field that lost its default":  {"a: {type: string, maxLength: 20, default: x}", "required: [a]", one, "required: [a]\n            " + rules("has(self.a)")},
		"an enum that a rule does not keep":       {enum, "", one, rules("!has(self.a) || self.a in ['x']")},
		"a map that becomes an object":            {"o: {type: object, additionalProperties: {type: string}}", "", "o: {type: object, properties: {c: {type: string}}, not: {required: [c]}}", ""},
		"a rule that refuses an empty list":       {"a: {type: array, maxItems: 3, items: {type: string, maxLength: 9}}\nb: {type: string}", "", "a: {type: array, maxItems: 3, items: {type: string, maxLength: 9}}\nb: {type: string}", "x-kubernetes-validations: [{rule: 'has(self.a) || has(self.b)'}, {rule: 'has(self.a) ? size(self.a) > 0 : true'}]"},
		"fields that were kept":                   {"o: {type: object, x-kubernetes-preserve-unknown-fields: true}", "", "o: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {c: {type: string}}, not: {required: [c]}}", ""},
	} {
		t.Run(name, func(t *testing.T) {
			changes := compareWidgets(t, r)
			if !slices.ContainsFunc(changes, func(c Change) bool { return c.Breaking && c.Witness != nil }) {
				for _, c := range changes {
					t.Errorf("%s [%s], shown: %t", c.Message, c.Kind.ID, c.Witness != nil)
				}
			}
		})
	}
}

// TestUnreadableBoundOfReplicas: the scale subresource keeps replicas above 0, and a minimum below that
// still refuses all of them if the server cannot convert it to an integer.
func TestUnreadableBoundOfReplicas(t *testing.T) {
	scaled := func(minimum string) (v crdedit.Value) {
		err := yaml.Unmarshal([]byte(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}, scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {replicas: {type: integer, format: int32`+minimum+`}}}
          status: {type: object, properties: {replicas: {type: integer}}}
`), &v)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for minimum, harmless := range map[string]bool{", minimum: -2": true, ", minimum: -2.5": false} {
		changes := compareServed(t, scaled(""), scaled(minimum))
		if len(changes) != 1 || (changes[0].Class == Compatible) != harmless {
			t.Errorf("%s: %v", minimum, changes)
		}
	}
}
