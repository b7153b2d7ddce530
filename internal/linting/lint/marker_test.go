package lint

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
)

func TestMarkersOfGeneratedCRDs(t *testing.T) {
	selection := rules.Of(rules.APIReview)
	for _, id := range []string{"max-items", "max-length"} {
		r := rules.Find(id)
		selection.Active = append(selection.Active, rules.Active{Rule: r, Severity: r.Severity})
	}
	for _, c := range []struct{ rule, example, help string }{
		{"list-type-missing", "a: {type: array, items: {type: string}}", "in Go: +listType=atomic"},
		{"max-items", "a: {type: array, items: {type: string}}", "in Go: +kubebuilder:validation:MaxItems"},
		{"pattern-alternation", "a: {type: string, pattern: '^a|b$'}", "in Go: +kubebuilder:validation:Pattern"},
		{"pattern-alternation", "a: {type: array, items: {type: string, pattern: '^a|b$'}}", "in Go: +kubebuilder:validation:items:Pattern"},
		{"pattern-alternation", "pattern: {type: string, pattern: '^a|b$'}", "in Go: +kubebuilder:validation:Pattern"},
		{"default-on-required", "a: {type: object, required: [b], properties: {b: {type: string, default: x}}}", "in Go: +optional"},
		{"pruned-content", "a: {type: object, properties: {metadata: {type: object}}}", "with controller-gen: crd:generateEmbeddedObjectMeta=true"},
		{"cel-cost", "a: {type: array, items: {type: string, x-kubernetes-validations: [{rule: self.matches('a+')}]}}", "in Go: +kubebuilder:validation:MaxItems and +kubebuilder:validation:items:MaxLength"},
		{"cel-rule", "a: {type: integer, x-kubernetes-validations: [{rule: self=1}]}", "in Go: +kubebuilder:validation:XValidation"},
		{"unknown-format", "a: {type: string, format: other}", "in Go: +kubebuilder:validation:Pattern"},
		{"unknown-format", "a: {type: array, items: {type: string, format: other}}", "in Go: +kubebuilder:validation:items:Pattern"},
		{"unknown-format", "a: {type: array, format: date, items: {type: string}}", "put it under items, where the type is string; in Go: +kubebuilder:validation:items:Format"},
		{"unknown-format", "a: {type: string, format: int32}", "remove it, or write: type: integer; in Go: +kubebuilder:validation:Format"},
		{"status-without-subresource", "type: object\nproperties: {status: {type: object, properties: {a: {type: string}}}}", "in Go: +kubebuilder:subresource:status"},
	} {
		text := rules.Document(c.example)
		by := func(text string) (help string) {
			for _, f := range linter.File(source.Read("a.yaml", []byte(text)), Options{Rules: selection}).Findings {
				if f.Rule == c.rule {
					return f.Help
				}
			}
			t.Errorf("%s: no finding of %s", c.example, c.rule)
			return ""
		}
		if help := by(text); strings.Contains(help, "+") && strings.Contains(help, "in Go: ") || strings.Contains(help, "with controller-gen: ") {
			t.Errorf("%s: the CRD is not generated, but the help is: %s", c.rule, help)
		}
		generated := strings.Replace(text, "metadata:\n", "metadata:\n  annotations: {controller-gen.kubebuilder.io/version: v0.16.0}\n", 1)
		if help := by(generated); !strings.HasSuffix(help, c.help) {
			t.Errorf("%s of %s: help is %q, not %q at the end", c.rule, c.example, help, c.help)
		}
	}
}

// TestMarkersOfNames: a package without +groupName and a name of a version makes the
// generator write empty ones.
func TestMarkersOfNames(t *testing.T) {
	const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.
  annotations: {controller-gen.kubebuilder.io/version: v0.16.0}
spec:
  group: ""
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  scope: Namespaced
  versions: [{name: "", served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`
	help := map[string]string{}
	for _, f := range linter.File(source.Read("a.yaml", []byte(text)), Options{}).Findings {
		help[f.Rule] = f.Help
	}
	for rule, want := range map[string]string{"group": "in Go: +groupName above the package clause", "version-name": "in Go: +versionName above the package clause"} {
		if !strings.HasSuffix(help[rule], want) {
			t.Errorf("%s: help is %q, not %q at the end", rule, help[rule], want)
		}
	}
}

// Every keyword of schemas that controller-gen has a marker for is in the table, or
// known to have none.
func TestMarkersOfKeywords(t *testing.T) {
	none := map[string]bool{}
	for _, name := range strings.Fields("$ref $schema id definitions dependencies externalDocs additionalItems additionalProperties " +
		"patternProperties properties items allOf anyOf oneOf not") {
		none[name] = true
	}
	for _, keyword := range schematest.Keywords() {
		if (markers[keyword.Name] == "") != none[keyword.Name] {
			t.Errorf("%s: marker %q", keyword.Name, markers[keyword.Name])
		}
	}
	for _, r := range rules.All() {
		for _, keyword := range r.Keywords {
			if markers[keyword] == "" {
				t.Errorf("%s fixes %s, for which there is no marker", r.ID, keyword)
			}
		}
	}
}
