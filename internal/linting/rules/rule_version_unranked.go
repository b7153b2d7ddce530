package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

var versionUnranked = Rule{
	ID: "version-unranked", Severity: finding.Warning, Profile: Strict, Topic: Convention,
	Title: "version name is not of the form that Kubernetes orders by",
	Why: `Versions are ordered by their names: v2 before v1, v1 before v1beta1, v1beta1 before v1alpha1. kubectl uses
the first in this order. Names of another form, such as ` + "`v1-rc1` or `stable`" + `, are accepted, but come
after all others, in alphabetical order. Versions that are not served are in no list, and are not reported.`,
	Example: `
  versions:
- - name: v1-rc1
+ - name: v1beta1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
`,
	CRD: func(p *Pass) {
		for i := range p.CRD.Spec.Versions {
			if !p.CRD.Spec.Versions[i].Served {
				continue // discovery lists served versions only
			}
			if name := p.CRD.Spec.Versions[i].Name; name != "" && !isKubeAware(name) && (p.Old == nil || p.Old.VersionNamed(name) == nil) {
				p.Report(finding.Root("spec", "versions").Index(i).Child("name"),
					"version %q is not of the form v1, v1beta1 or v1alpha1, so it is ordered after all versions of that form", name).Help =
					"choose a name of that form"
			}
		}
	},
}

// isKubeAware reports whether a version name is ordered by stability: v and a number, optionally alpha or beta
// and another number.
func isKubeAware(name string) bool {
	major, ok := strings.CutPrefix(name, "v")
	if !ok {
		return false
	}
	for _, stage := range [...]string{"alpha", "beta"} {
		if before, minor, ok := strings.Cut(major, stage); ok {
			return isPositive(before) && isPositive(minor)
		}
	}
	return isPositive(major)
}

// isPositive reports whether a text is a positive integer without leading zeros.
func isPositive(s string) bool {
	return s != "" && s[0] != '0' && !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}
