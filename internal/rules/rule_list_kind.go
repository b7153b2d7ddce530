package rules

import "github.com/crdtool/crdtool/finding"

var listKind = Rule{
	ID: "list-kind", Severity: finding.Warning, Profile: Strict, Topic: Convention,
	Title: "kind of lists is not the kind with List",
	Why: `Clients that know a kind know its list by the same name with List behind it: generated Go types, the
fake clients of tests, tools that split lists into their items. The server sets that when listKind is left
out.`,
	Bad: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {plural: crontabs, kind: CronTab, listKind: CronTabs}
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
  names: {plural: crontabs, kind: CronTab, listKind: CronTabList}
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
		if n.ListKind != "" && n.Kind != "" && n.ListKind != n.Kind+"List" {
			p.Report(finding.Root("spec", "names", "listKind"), "listKind %s is not the kind with List behind it", n.ListKind).Help =
				"make it " + n.Kind + "List"
		}
	},
}
