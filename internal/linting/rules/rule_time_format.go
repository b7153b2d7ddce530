package rules

import (
	"time"

	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var timeFormat = Rule{
	ID: "time-format", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Keywords: []string{"format"}, ByType: true, Narrows: true,
	Title: "point in time in status has no format: date-time",
	Why: `All times in the Kubernetes API are RFC 3339 strings. With ` + "`format: date-time`" + ` the server
refuses other strings, generated documentation shows the format, and clients decode the field as a time. In Go,
` + "`metav1.Time`" + ` gives this format. Clock times, durations such as a response time, and times that the description
says to be written in another way are not reported.`,
	Example: `
  status:
    type: object
    properties:
-     lastRenewalTime: {type: string}
+     lastRenewalTime: {type: string, format: date-time}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "string" || n.Format != "" || n.Pattern != "" || len(n.Enum) > 0 || len(n.XValidations()) > 0 || !v.Own(n) {
			return
		}
		if conventions.NamedPointInTime(n.Name) && !conventions.OtherTime(n.Description) && rfc3339OrAbsent(n.Default) && rfc3339OrAbsent(n.Example()) &&
			v.InStatus(n) && !conventions.InCondition(v.Tree, n) {
			f := p.ReportNode(v, n, "%s is a point in time by its name, but any string is accepted", v.Called(n))
			f.Help = "add format: date-time if it is written as RFC 3339 has it, and never empty"
			f.YAML = []string{"format: date-time"}
		}
	},
}

// rfc3339OrAbsent reports whether a default or an example is absent or a time in RFC 3339.
func rfc3339OrAbsent(v any) bool {
	text, ok := v.(string)
	if !ok {
		return v == nil
	}
	_, err := time.Parse(time.RFC3339, text)
	return err == nil
}
