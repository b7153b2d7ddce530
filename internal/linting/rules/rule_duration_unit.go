package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var durationUnit = Rule{
	ID: "duration-unit", Severity: finding.Warning, Profile: APIReview, Topic: Convention, ByType: true, Narrows: true,
	Title: "name of a duration in numbers has no unit",
	Why: `` + "`timeout: 30`" + ` can mean seconds, milliseconds or minutes. The API conventions put the unit of a
number into the name: ` + "`timeoutSeconds`" + `.`,
	Example: `
- timeout:
+ timeoutSeconds:
    type: integer
    format: int32
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "integer" && n.Type != "number" || !v.Own(n) || !conventions.NamedDuration(n.Name) ||
			conventions.NamesUnit(n.Name) || strings.EqualFold(words.Last(n.Name), "ttl") { // a TTL may be a number of hops
			return
		}
		f := p.ReportNode(v, n, "%s is a duration as a number, but its name has no unit", v.Called(n))
		if unit := conventions.UnitIn(n.Description); unit != "" {
			f.Help = "put the unit into the name: " + conventions.WithUnit(n.Name, unit)
		} else {
			f.Help = "put the unit into the name, such as " + conventions.WithUnit(n.Name, "seconds") + " if it is in seconds"
		}
	},
}
