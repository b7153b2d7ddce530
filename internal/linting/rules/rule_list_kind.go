package rules

import "github.com/crdtool/crdtool/internal/text/finding"

var listKind = Rule{
	ID: "list-kind", Severity: finding.Warning, Profile: Strict, Topic: Convention,
	Title: "listKind is not the kind followed by List",
	Why: `Clients expect the list of a kind to be named like the kind, followed by List: generated Go types, the
fake clients of tests, tools that split lists into their items. The server sets listKind to that name if it is not set.`,
	Example: `
- names: {plural: crontabs, kind: CronTab, listKind: CronTabs}
+ names: {plural: crontabs, kind: CronTab, listKind: CronTabList}
`,
	CRD: func(p *Pass) {
		if p.Old != nil && p.Old.Spec.Names.ListKind == p.CRD.Spec.Names.ListKind {
			return // it is in use, and changing it breaks clients
		}
		n := &p.CRD.Spec.Names
		if n.ListKind != "" && n.Kind != "" && n.ListKind != n.Kind+"List" {
			p.Report(finding.Root("spec", "names", "listKind"), "listKind %q is not the kind followed by List", n.ListKind).Help =
				"change it to " + n.Kind + "List"
		}
	},
}
