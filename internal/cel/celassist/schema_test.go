package celassist

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/schema"
)

// TestUnfinishedSchemas: fields are offered even if the server has no type for self, as the schema lacks a type.
func TestUnfinishedSchemas(t *testing.T) {
	text := strings.Replace(strings.TrimPrefix(sampleText, "\ntype: object"), "  spec:\n    type: object\n", "  spec:\n", 1)
	s, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s.OwnRare().XValidations = []schema.ValidationRule{{Rule: "true"}}
	of := assistant.Schema(schematree.New(s, nil))
	for rule, label := range map[string]string{"self.": "spec", "self.spec.": "old__dash__name", "self.spec.policies.all(p, p.": "kind", "self.spec.mode == ": "'fast'"} {
		if has(of.Expression(rule, Place{}).Complete(len(rule)), label) == nil {
			t.Errorf("%s: %s is not offered", rule, label)
		}
	}
	if h := of.Expression("self.spec.mode", Place{}).Hover(12); h == nil || h.Path != "spec.mode" {
		t.Errorf("%+v", h)
	}
}

func FuzzSchema(f *testing.F) {
	f.Add(sampleText)
	f.Fuzz(func(t *testing.T, text string) { trySchema(t, text) })
}

func TestSeedsSchema(t *testing.T) {
	texts := steer.NewTexts([]string{sampleText, rulesText}, "type: array", "type: object", "items:", "properties:", "null", "{}", "[]", "x-kubernetes-int-or-string: true", "additionalProperties: ", "x-kubernetes-embedded-resource: true", "required: [a]")
	read := 0
	steer.Seeds(t, 500, func(t *testing.T, seed uint64) {
		if trySchema(t, texts.Any(seed)) {
			read++
		}
	})
	t.Logf("%d are schemas", read)
}

const rulesText = `
type: object
x-kubernetes-validations: [{rule: "self.a == oldSelf.a"}]
properties:
  a: {type: array, items: {type: object, x-kubernetes-validations: [{rule: "self.b > 1"}], properties: {b: {type: integer}}}}
  c: {type: object, additionalProperties: {type: string, x-kubernetes-validations: [{rule: "self == 'a'", messageExpression: "'a' + self"}]}}
allOf: [{properties: {a: {x-kubernetes-validations: [{rule: "size(self) > 1"}]}}}]
`

// trySchema asks about expressions at all nodes of a schema. It reports whether the text is one.
func trySchema(t testing.TB, text string) bool {
	s, err := schema.Parse([]byte(text))
	if err != nil || s == nil {
		return false
	}
	tree := schematree.New(s, nil)
	of := assistant.Schema(tree)
	for id := range tree.Nodes {
		for _, rule := range []string{"self.", "self.a.all(x, x.b == ", "self == oldSelf"} {
			askAll(t, of.Expression(rule, Place{Node: int32(id), OptionalOldSelf: id%2 == 1}), len(rule))
		}
		of.References(int32(id))
	}
	return true
}
