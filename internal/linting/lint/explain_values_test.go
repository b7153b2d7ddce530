package lint

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
)

// TestHelpOfRefused holds the help of refusals whose obvious remedy is refused as well.
func TestHelpOfRefused(t *testing.T) {
	const head = `apiVersion: apiextensions.k8s.io/v1
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
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
`
	for name, c := range map[string]struct{ schema, code, help string }{
		"unique texts": {"properties: {a: {type: array, uniqueItems: true, items: {type: string}}}", "unsupported-keyword", "use x-kubernetes-list-type: set"},
		"unique objects": {
			"properties: {a: {type: array, uniqueItems: true, items: {type: object, required: [uid], properties: {uid: {type: string}}}}}",
			"unsupported-keyword", "write x-kubernetes-list-type: map and x-kubernetes-list-map-keys: [uid]; no two items may then have the same uid",
		},
		"unique objects without a key": {
			"properties: {a: {type: array, uniqueItems: true, items: {type: object, properties: {uid: {type: string}}}}}",
			"unsupported-keyword", "use x-kubernetes-list-type: map, list the fields",
		},
		"a comparison with null": {
			"properties: {a: {type: string}}\n            x-kubernetes-validations: [{rule: 'self.a != null'}]", "cel-rule",
			"a value of this type is never null: to ask whether a field is set, write has(self.field)",
		},
		"a comparison of null": {
			"properties: {a: {type: integer}}\n            x-kubernetes-validations: [{rule: 'null == self.a'}]", "cel-rule",
			"a value of this type is never null: to ask whether a field is set, write has(self.field)",
		},
		"a comparison of types": {
			"properties: {a: {type: integer}}\n            x-kubernetes-validations: [{rule: '\"1\" == self.a'}]", "cel-rule", "use values of the same type",
		},
		"an expression that ends early": {
			"properties: {a: {type: integer}}\n            x-kubernetes-validations: [{rule: 'self.a >'}]", "cel-rule", "the expression ends where a value or a bracket is still missing",
		},
		"an assignment": {
			"properties: {a: {type: integer}}\n            x-kubernetes-validations: [{rule: 'self.a = 1'}]", "cel-rule", "did you mean: self.a == 1",
		},
		"a word as the default of a text":    {"properties: {a: {type: string, default: on}}", "default-invalid", "put it in quotes: on without quotes is the boolean true"},
		"a boolean as the default of a text": {"properties: {a: {type: string, default: true}}", "default-invalid", "line 18 says type: string"},
		"a messageExpression that is too expensive": {
			"properties: {a: {type: array, items: {type: string}}}\n            x-kubernetes-validations: [{rule: 'self.a.size() < 3', messageExpression: 'self.a.map(x, self.a.map(y, x + y).join()).join()'}]",
			"cel-cost", "shorten messageExpression, or write a constant message in its place",
		},
		"the clock": {
			"x-kubernetes-validations: [{rule: 'now() > timestamp(\"2020-01-01T00:00:00Z\")'}]", "cel-rule", "no rule of a CRD can read the clock",
		},
		"oldSelf in a rule that does not compile": {
			"x-kubernetes-validations: [{rule: 'oldSelf.hasValue() || nothing', optionalOldSelf: true}]", "cel-old-self", "keep it, and fix the rule",
		},
		"no oldSelf": {
			"x-kubernetes-validations: [{rule: '\"oldSelf\" != \"\"', optionalOldSelf: true}]", "cel-old-self", "remove it",
		},
	} {
		found := false
		for _, f := range New(kube.Latest).File(source.Read("a.yaml", []byte(head+"            "+c.schema+"\n")), Options{}).Findings {
			if f.Rule == c.code {
				found = true
				if !strings.HasPrefix(f.Help, c.help) {
					t.Errorf("%s: help is %q", name, f.Help)
				}
			}
		}
		if !found {
			t.Errorf("%s: no %s", name, c.code)
		}
	}
}
