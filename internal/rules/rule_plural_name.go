package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/words"
)

var pluralName = Rule{
	ID: "plural-name", Severity: finding.Info, Profile: APIReview, Topic: Convention,
	Title: "plural is not made from the kind",
	Why: `The plural is in the URL of the resource, in RBAC rules and in the name of the CRD, all of which people
and tools guess from the kind: they put it in lower case and make it plural. Tools that guess wrong ask for a
resource that isn't there. The kind itself is in the singular.`,
	Bad: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: policy.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: policy, kind: Policy}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
`,
	Good: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: policies.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: policies, kind: Policy}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
`,
	CRD: func(p *Pass) {
		n := &p.CRD.Spec.Names
		kind := strings.ToLower(n.Kind)
		if n.Plural == "" || kind == "" || words.IsPlural(n.Plural, kind) {
			return
		}
		p.Report(finding.Root("spec", "names", "plural"), "plural %s is not the plural of the kind %s", n.Plural, n.Kind).Help =
			"by convention it is " + words.Plural(kind)
	},
}
