package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var pluralName = Rule{
	ID: "plural-name", Severity: finding.Info, Profile: APIReview, Topic: Convention,
	Title: "plural is not the plural of the kind",
	Why: `The plural is part of the URL of the resource, of RBAC rules and of the name of the CRD, and users and tools derive
all of them from the kind, as its plural in lower case. Tools that guess wrong request a resource that does not exist. The
kind itself is in the singular.`,
	Example: `
- names: {plural: policy, kind: Policy}
+ names: {plural: policies, kind: Policy}
`,
	CRD: func(p *Pass) {
		if p.Old != nil && p.Old.Spec.Names.Plural == p.CRD.Spec.Names.Plural {
			return // it is in use, and changing it breaks clients
		}
		n := &p.CRD.Spec.Names
		kind := strings.ToLower(n.Kind)
		if n.Plural == "" || kind == "" || words.IsPlural(n.Plural, kind) {
			return
		}
		p.Report(finding.Root("spec", "names", "plural"), "plural %q is not the plural of the kind %q", n.Plural, n.Kind).Help =
			"by convention it is " + words.Plural(kind)
	},
}
