package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

var singularName = Rule{
	ID: "singular-name", Severity: finding.Warning, Profile: APIReview, Topic: Convention,
	Title: "singular is not the kind in lower case",
	Why: `kubectl accepts the singular as a name of the resource, and prints the kind in lower case. If the two differ, the
name that kubectl prints cannot be used in a command. The server sets the singular to the kind in lower case if it is not
set.`,
	Example: `
- names: {plural: crontabs, singular: cron, kind: CronTab}
+ names: {plural: crontabs, singular: crontab, shortNames: [cron], kind: CronTab}
`,
	CRD: func(p *Pass) {
		if p.Old != nil && p.Old.Spec.Names.Singular == p.CRD.Spec.Names.Singular {
			return // it is in use, and changing it breaks clients
		}
		n := &p.CRD.Spec.Names
		if n.Singular != "" && n.Kind != "" && n.Singular != strings.ToLower(n.Kind) {
			p.Report(finding.Root("spec", "names", "singular"), "singular %q is not the kind in lower case", n.Singular).Help =
				"change it to " + strings.ToLower(n.Kind) + "; other names can be shortNames"
		}
	},
}
