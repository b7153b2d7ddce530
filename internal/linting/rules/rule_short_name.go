package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

var shortName = Rule{
	ID: "short-name", Severity: finding.Info, Profile: APIReview, Topic: Convention,
	Title: "short name is not shorter than the resource name",
	Why: `Users type short names instead of the plural. Short names are shared by all resources of a cluster: within a
group the server does not serve a CRD with a short name that is already used, and between groups kubectl picks one of
the resources. A short name that is the plural or the singular itself, or as long, is useless and occupies the name.
One that puts something before them, such as ` + "`kservice` for `services`" + `, tells the resource from others of the
same name.`,
	Example: `
- names: {plural: crontabs, kind: CronTab, shortNames: [crontab]}
+ names: {plural: crontabs, kind: CronTab, shortNames: [ct]}
`,
	CRD: func(p *Pass) {
		n := &p.CRD.Spec.Names
		for i, s := range n.ShortNames {
			at := finding.Root("spec", "names", "shortNames").Index(i)
			switch {
			case s == "":
			case s == n.Plural:
				p.Report(at, "short name %q is the same as the plural", s).Help = "remove it"
			case s == n.Singular:
				p.Report(at, "short name %q is the same as the singular", s).Help = "remove it"
			case p.Old != nil && slices.Contains(p.Old.Spec.Names.ShortNames, s):
				// Clients use the stored name.
			case strings.HasSuffix(s, n.Singular), strings.HasSuffix(s, n.Plural):
			case len(s) >= len(n.Singular) && n.Singular != "":
				p.Report(at, "short name %q is not shorter than the singular %q", s, n.Singular).Help =
					"choose a shorter one, or remove it"
			}
		}
	},
}
