package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/conventions"
	"github.com/crdtool/crdtool/internal/words"
	"github.com/crdtool/crdtool/schema"
)

var timeFormat = Rule{
	ID: "time-format", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Mends: []string{"format"}, ByType: true,
	Title: "point in time in status has no format: date-time",
	Why: `All times in the Kubernetes API are RFC 3339 strings. With ` + "`format: date-time`" + ` the server
refuses other strings, generated documentation shows the format, and clients decode the field as a time. In Go,
` + "`metav1.Time`" + ` gives this format.`,
	Bad: `
type: object
properties:
  status:
    type: object
    properties:
      lastRenewalTime: {type: string}
`,
	Good: `
type: object
properties:
  status:
    type: object
    properties:
      lastRenewalTime: {type: string, format: date-time}
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Type != "string" || n.Format != "" || n.Pattern != "" || len(n.Enum) > 0 || len(n.XValidations) > 0 || !v.Own(n) {
			return
		}
		last := strings.ToLower(words.Last(n.Name))
		if (last == "time" || last == "timestamp") && v.InStatus(n) && !conventions.InCondition(v.Tree, n) {
			p.ReportNode(v, n, "%s is a point in time without a format, so any string is accepted", v.Called(n)).Help =
				"add format: date-time"
		}
	},
}
