package rules

import (
	"slices"

	"k8s.io/apimachinery/pkg/version"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/prose"
)

var versionOrder = Rule{
	ID: "version-order", Severity: finding.Info, Profile: APIReview, Topic: Convention,
	Title: "versions are not listed in order",
	Why: `The server ignores the order in the file and orders versions by their names: v2, v1, v1beta1, v1alpha1. Readers
assume that the first or the last is the current one. List them from the oldest to the newest, or from the newest to the
oldest.`,
	Bad: `
versions:
- {name: v1beta1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
- {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
- {name: v1alpha1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
`,
	Good: `
versions:
- {name: v1alpha1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
- {name: v1beta1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
- {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	CRD: func(p *Pass) {
		var names []string
		for i := range p.CRD.Spec.Versions {
			names = append(names, p.CRD.Spec.Versions[i].Name)
		}
		oldest := slices.Clone(names)
		slices.SortFunc(oldest, version.CompareKubeAwareVersionStrings)
		newest := slices.Clone(oldest)
		slices.Reverse(newest)
		if slices.Equal(names, oldest) || slices.Equal(names, newest) {
			return
		}
		p.Report(finding.Root("spec", "versions"), "versions are listed as %s, neither from the oldest to the newest nor in reverse", prose.And(names)).Help =
			"list them as " + prose.And(oldest)
	},
}
