package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestUnchecked: a report says what of a CRD was not checked, as the checks before it found errors,
// and nothing that the CRD does not have.
func TestUnchecked(t *testing.T) {
	const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  names: {kind: Lamp, plural: lamps}
  scope: Namespaced
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
            x-kubernetes-validations: [{rule: "has(self.a)"}]
            properties:
              a: {type: string, default: x}
              b: {type: integer, x-kubernetes-validations: [{rule: "self > 0"}]}
              c: {type: string}
`
	const second = `  - name: v2
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            properties:
              a: {type: string, default: x}
              b: {type: integer, x-kubernetes-validations: [{rule: "self > 0"}]}
`
	withoutRules := strings.NewReplacer(`            x-kubernetes-validations: [{rule: "has(self.a)"}]`+"\n", "", `, x-kubernetes-validations: [{rule: "self > 0"}]`, "").Replace(text)
	for _, c := range []struct {
		name, text, from, to string
		want, inPart         string
	}{
		{name: "accepted", text: text},
		{name: "an error outside of schemas", text: text, from: "Namespaced", to: "Nowhere"},
		{name: "an unknown field", text: text, from: "c: {", to: "c: {kind: x, "},
		{name: "a value of the wrong type", text: text, from: "served: true", to: "served: 5", want: "names schemas defaults rules costs lint"},
		{name: "another apiVersion", text: text, from: "k8s.io/v1", to: "k8s.io/v7", want: "names schemas defaults rules costs lint"},
		{name: "a value of the wrong type, no rules", text: withoutRules, from: "served: true", to: "served: 5", want: "names schemas defaults lint"},
		{name: "not structural", text: text, from: "c: {type: string}", to: "c: {}", want: "defaults rules costs"},
		{name: "not structural, no rules", text: withoutRules, from: "c: {type: string}", to: "c: {}", want: "defaults"},
		{name: "not structural, neither", text: withoutRules, from: "a: {type: string, default: x}", to: "a: {}"},
		{name: "one version is not structural", text: text + second, want: "defaults rules costs", inPart: "defaults rules costs"},
		{name: "a default of the wrong type", text: text, from: "default: x", to: "default: 3", want: "rules costs"},
		{name: "a keyword below one of the rules", text: text, from: "c: {", to: "c: {uniqueItems: true, ", want: "rules costs", inPart: "rules costs"},
		{name: "a rule that does not compile", text: text, from: "self > 0", to: "self > no"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(c.text, c.from) {
				t.Fatalf("the text has no %q", c.from)
			}
			changed := strings.Replace(c.text, c.from, c.to, 1)
			r := New(kube.Latest).File(source.Read("lamps.yaml", []byte(changed)), Options{Rules: rules.Of(rules.Default)})
			d := r.Documents[0]
			if d.APIServer.Accepted != (c.name == "accepted") {
				t.Fatalf("accepted: %v", d.APIServer.Accepted)
			}
			check := func(field string, got []report.Unchecked, want string) {
				var list []report.Unchecked
				for _, u := range strings.Fields(want) {
					list = append(list, report.Unchecked(u))
				}
				if !slices.Equal(got, list) {
					t.Errorf("%s is %q, want %q", field, got, list)
				}
			}
			check("NotChecked", d.NotChecked, c.want)
			check("NotCheckedInPart", d.NotCheckedInPart, c.inPart)
		})
	}
}
