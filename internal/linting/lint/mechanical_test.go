package lint

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
)

const sound = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    plural: widgets
    singular: widget
    shortNames: [wd]
    kind: Widget
    listKind: WidgetList
  conversion:
    strategy: None
  versions:
  - name: v1
    served: true
    storage: true
    deprecated: true
    additionalPrinterColumns:
    - name: Size
      type: integer
      jsonPath: .spec.size
    schema:
      openAPIV3Schema:
        type: object
        properties:
          metadata:
            type: object
          spec:
            description: what is wanted # by whom
            type: object
            x-kubernetes-map-type: granular
            x-kubernetes-validations:
            - rule: self.size > 0
              reason: FieldValueInvalid
            properties:
              size:
                type: integer
                maximum: 100
              hosts:
                type: array
                x-kubernetes-list-type: set
                items: {type: string, maxLength: 63}
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys:
                - port
                - protocol
                items:
                  type: object
                  required: [port, protocol]
                  properties:
                    port: {type: integer}
                    protocol: {type: string}
          status:
            type: object
            properties:
              size: {type: integer}
    selectableFields:
    - jsonPath: .spec.size
    subresources:
      scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.size}
`

// TestMechanicalFixes damages a sound CRD: where there is one right fix, it gives
// the CRD back byte for byte, and elsewhere there is none.
func TestMechanicalFixes(t *testing.T) {
	fixed := map[string]bool{}
	for _, c := range []struct {
		rule, good, bad string
		after           string // if not good
		none            bool
	}{
		{rule: "scope", good: "scope: Namespaced", bad: "scope: namespaced"},
		{rule: "scope", good: "scope: Namespaced", bad: "scope: Namespace", none: true},
		{rule: "schema-type", good: "size:\n                type: integer", bad: "size:\n                type: Integer"},
		{rule: "schema-type", good: "size:\n                type: integer", bad: "size:\n                type: int", none: true},
		{rule: "resource-version", good: "metadata:\n  name: w", bad: "metadata:\n  resourceVersion: \"7\" # of our cluster\n  name: w"},
		{rule: "metadata", good: "metadata:\n  name: w", bad: "metadata:\n  labels: {a: b c}\n  name: w", none: true},
		{rule: "list-type", good: "x-kubernetes-list-type: set", bad: "x-kubernetes-list-type: Set"},
		{rule: "list-type", good: "x-kubernetes-list-type: set", bad: "x-kubernetes-list-type: unique", none: true},
		{rule: "map-type", good: "granular", bad: "Granular"},
		{rule: "cel-reason", good: "FieldValueInvalid", bad: "fieldValueInvalid"},
		{rule: "conversion", good: "strategy: None", bad: "strategy: none"},
		{rule: "printer-column", good: "type: integer\n      jsonPath", bad: "type: Integer\n      jsonPath"},
		{rule: "printer-column", good: "type: integer\n      jsonPath", bad: "type: int\n      jsonPath", none: true},
		{rule: "printer-column", good: "jsonPath: .spec.size\n    schema", bad: "jsonPath: '{.spec.size}'\n    schema", after: "jsonPath: '.spec.size'\n    schema"},
		{rule: "printer-column", good: "jsonPath: .spec.size\n    schema", bad: "jsonPath: spec.size\n    schema"},
		{rule: "printer-column", good: "jsonPath: .spec.size\n    schema", bad: "jsonPath: spec size\n    schema", none: true},
		{rule: "scale", good: "specReplicasPath: .spec.size", bad: "specReplicasPath: spec.size"},
		{rule: "selectable-field", good: "    - jsonPath: .spec.size\n", bad: "    - jsonPath: .spec.size\n    - jsonPath: .metadata.name\n"},
		{rule: "selectable-field", good: "    - jsonPath: .spec.size\n", bad: "    - jsonPath: .metadata.uid\n", none: true},
		{rule: "list-map-keys", good: "                - protocol\n", bad: "                - protocol\n                - port # again\n                - protocol\n"},
		{rule: "names", good: "singular: widget", bad: "singular: Widget"},
		{rule: "names", good: "[wd]", bad: "[WD]"},
		{rule: "names", good: "    listKind: WidgetList\n  conversion:\n", bad: "    listKind: Widget\n  conversion:\n", after: "  conversion:\n"},
		{rule: "names", good: "plural: widgets", bad: "plural: Widgets", none: true},
		{rule: "nullable-root", good: "        type: object\n        properties:\n          metadata", bad: "        type: object\n        nullable: true\n        properties:\n          metadata"},
		{rule: "preserve-unknown-fields", good: "            type: object\n            x-k", bad: "            type: object\n            # not kept\n            x-kubernetes-preserve-unknown-fields: false\n            x-k"},
		{rule: "default-forbidden", good: "            type: object\n          spec", bad: "            type: object\n            default: {}\n          spec"},
		{rule: "deprecation-warning", good: "    deprecated: true\n", bad: "    deprecated: true\n    deprecationWarning: \"\"\n"},
		{rule: "cel-rule", good: "rule: self.size > 0", bad: "rule: self.Size > 0"},
		{rule: "cel-rule", good: "rule: self.size > 0", bad: "rule: self.sz > 0", none: true},
		{
			rule: "cel-message", good: "rule: self.size > 0", bad: "rule: self.size > 0\n              messageExpression: string(self.Size)",
			after: "rule: self.size > 0\n              messageExpression: string(self.size)",
		},
		{rule: "duplicate-field", good: "    served: true\n", bad: "    served: true\n    served: true\n"},
		{rule: "duplicate-field", good: "    served: true\n", bad: "    served: false\n    served: true\n", none: true},
		{rule: "unknown-field", good: "description: what", bad: "descripton: what"},
		{rule: "unknown-field", good: "maxLength", bad: "maxlength"},
		{rule: "unknown-field", good: "maximum: 100", bad: "maximun: 100"},
		{rule: "cel-rule", good: "- rule: self.size > 0\n", bad: "- rule: self.size > 0 and self.size < 9\n", after: "- rule: self.size > 0 && self.size < 9\n"},
		{rule: "cel-message", good: "- rule: self.size > 0\n", bad: "- rule: self.size > 0\n              messageExpression: strin(self.size)\n", after: "- rule: self.size > 0\n              messageExpression: string(self.size)\n"},
		{rule: "unknown-field", good: "maximum: 100", bad: "maxximun: 100", none: true},
		{rule: "unknown-field", good: "maximum: 100", bad: "maximum: 100\n                maximun: 100", none: true},
		{rule: "unknown-field", good: "maximum: 100", bad: "maximun: much", none: true},
		{rule: "wrong-type", good: "maximum: 100", bad: "maximum: \"100\"", none: true},
		{rule: "wrong-type", good: "served: true", bad: "served: \"true\""},
		{rule: "wrong-type", good: "maxLength: 63", bad: "maxLength: \"63\""},
		{rule: "wrong-type", good: "maxLength: 63", bad: "maxLength: \"063\"", none: true},
	} {
		t.Run(c.rule+" "+c.bad, func(t *testing.T) {
			if strings.Count(sound, c.good) != 1 {
				t.Fatalf("%q is there %d times", c.good, strings.Count(sound, c.good))
			}
			text := strings.Replace(sound, c.good, c.bad, 1)
			f := source.Read("f.yaml", []byte(text))
			before := linter.File(f, Options{})
			seen := false
			for i := range before.Findings {
				seen = seen || before.Findings[i].Rule == c.rule
			}
			if !seen {
				t.Fatalf("no finding of %s: %s", c.rule, listed(before.Findings))
			}
			after := linter.Fix(f, Options{})
			want := sound
			if c.after != "" {
				want = strings.Replace(sound, c.good, c.after, 1)
			}
			switch got := string(after.Bytes()); {
			case c.none && after.Made > 0:
				t.Errorf("it is fixed:\n%s", got)
			case !c.none && got != want:
				t.Errorf("got:\n%s\nfindings:\n%s", got, listed(before.Findings))
			}
			fixed[c.rule] = fixed[c.rule] || !c.none
		})
	}
	for _, r := range rules.ServerRules() {
		if r.Fixable != fixed[r.ID] {
			t.Errorf("%s: its documentation says of a fix: %v; there is one: %v", r.ID, r.Fixable, fixed[r.ID])
		}
	}
}
