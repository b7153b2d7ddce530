package rules

import "github.com/crdtool/crdtool/finding"

var shortName = Rule{
	ID: "short-name", Severity: finding.Info, Profile: APIReview, Topic: Convention,
	Title: "short name saves nothing",
	Why: `Short names are what people type instead of the plural. All kinds of a cluster share them: within a group a
CRD that wants one that is taken is not accepted, and of two groups kubectl picks one. A short name that is the plural or the singular itself, or
hardly shorter, takes a place for nothing.`,
	Bad: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: crontabs, kind: CronTab, shortNames: [crontab]}
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
  name: crontabs.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: crontabs, kind: CronTab, shortNames: [ct]}
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
		for i, s := range n.ShortNames {
			at := finding.Root("spec", "names", "shortNames").Index(i)
			switch {
			case s == "":
			case s == n.Plural:
				p.Report(at, "short name %s is the plural itself", s).Help = "remove it"
			case s == n.Singular:
				p.Report(at, "short name %s is the singular itself", s).Help = "remove it"
			case len(s) >= len(n.Singular) && n.Singular != "":
				p.Report(at, "short name %s is not shorter than the singular %s", s, n.Singular).Help =
					"choose a shorter one, or none"
			}
		}
	},
}
