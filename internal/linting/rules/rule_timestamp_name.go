package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var timestampName = Rule{
	ID: "timestamp-name", Severity: finding.Info, Profile: APIReview, Topic: Convention, ByType: true, Narrows: true,
	Title: "name of a point in time does not end in Time",
	Why: `By the API conventions the name of a point in time says what happened then, and ends in Time:
` + "`lastTransitionTime`, not `lastTransitionTimestamp`" + `. Readers then know what the field contains, and the names are the
same everywhere.`,
	Example: `
- renewalTimestamp:
+ renewalTime:
    type: string
    format: date-time
`,
	Options: []Option{{Name: "words", Title: "last words of names that are fine", Default: []string{"Time", "At", "Before", "After", "Since", "Until"}}},
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "string" || !v.Own(n) {
			return
		}
		last := words.Last(n.Name)
		if strings.EqualFold(last, "timestamp") || strings.HasSuffix(last, "timestamp") {
			p.ReportNode(v, n, "%s is a point in time, but its name ends in %s", v.Called(n), last).Help =
				"rename it to " + timeName(n.Name)
			return
		}
		fine := slices.ContainsFunc(p.Strings("words"), func(w string) bool { return strings.EqualFold(w, last) })
		if n.Format == "date-time" && !fine {
			p.ReportNode(v, n, "%s is a point in time, but its name does not end in Time", v.Called(n)).Help =
				"name it for what happens at that time, with Time at the end"
		}
	},
}

// timeName replaces timestamp at the end of a name.
func timeName(name string) string {
	stem := name[:len(name)-len("timestamp")]
	if stem == "" {
		return "time"
	}
	return stem + "Time"
}
