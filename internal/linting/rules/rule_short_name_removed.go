package rules

import (
	"github.com/crdtool/crdtool/internal/text/finding"
)

var shortNameRemoved = Rule{
	ID: "short-name-removed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a short name or category is removed",
	Why: `Users and scripts that call ` + "`kubectl get`" + ` with the name get an error, or the objects of another resource
that has the same short name.`,
	Old: `
names:
  plural: widgets
  kind: Widget
  shortNames: [wd, wdg]
`,
	Example: `
  names:
    plural: widgets
    kind: Widget
-   shortNames: [wdg]
+   shortNames: [wd, wdg, widg]
`,
	CRD: func(p *Pass) {
		if p.Old == nil {
			return
		}
		names := finding.Root("spec", "names")
		gone := func(field, what string, was, now []string) {
			kept := map[string]bool{}
			for _, name := range now {
				kept[name] = true
			}
			for _, name := range was {
				// kubectl finds plural and singular without a short name.
				if !kept[name] && name != p.CRD.Spec.Names.Plural && name != p.CRD.Spec.Names.Singular {
					p.Report(names.Child(field), "%s %q is removed: kubectl get %s no longer finds the objects", what, name, name)
				}
			}
		}
		gone("shortNames", "short name", p.Old.Spec.Names.ShortNames, p.CRD.Spec.Names.ShortNames)
		gone("categories", "category", p.Old.Spec.Names.Categories, p.CRD.Spec.Names.Categories)
	},
}
