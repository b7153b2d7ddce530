package rules

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var namesNotAccepted = Rule{
	ID: "names-not-accepted", Severity: finding.Warning, Profile: Default, Topic: Upgrade, Breaks: true,
	Title: "the server does not accept a new name, since the CRD already uses it",
	Why: `The server accepts such an update, but not the name: it compares each new name with all names in use in the
group, and the plural, singular and short names of the stored CRD are among them. It sets the condition
` + "`NamesAccepted: False`" + `, and none of the new short names works. The CRD stays served. Whatever waits for the
condition, such as OLM or ` + "`kubectl wait --for condition=NamesAccepted`" + `, waits until it times out, and tools that
show health, such as Argo CD and Flux, report a failure. A cluster in which the CRD is created with the same names
accepts them, so a test in a new cluster does not show it. kubectl finds a resource by its plural and its singular
without a short name.`,
	Old: `
names:
  plural: widgets
  kind: Widget
`,
	Example: `
  names:
    plural: widgets
    kind: Widget
-   shortNames: [widget]
+   shortNames: [wd]
`,
	CRD: func(p *Pass) {
		if p.Old == nil {
			return
		}
		for _, c := range crd.NameConflicts(p.Old, p.CRD) {
			at := finding.Root("spec", "names", string(c.Field))
			if c.Index >= 0 {
				at = at.Index(c.Index)
			}
			p.Report(at, "%s", c.Message()).Help = c.Help()
		}
	},
}
