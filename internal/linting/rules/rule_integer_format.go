package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var integerFormat = Rule{
	ID: "integer-format", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Keywords: []string{"format"}, ByType: true,
	Title: "integer has no format, or is unsigned",
	Why: `Clients in other languages have to choose a type for every integer and need to know whether 32 bits are
enough. The API conventions ask for int32 or int64. They forbid unsigned integers because several languages don't have
them, and because negative values that look impossible today (a negative offset, -1 for none) may be needed later.
Set ` + "`format: int32` or `format: int64`, and `minimum: 0`" + ` if negative values make no sense. In a CRD that is in
use, ` + "`int64`" + ` refuses no number that clients can write, and ` + "`int32`" + ` may. An integer with both a minimum and
a maximum needs no format.`,
	Example: `
  replicas:
    type: integer
+   format: int32
+   minimum: 0
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		formats := int64OrLess
		if p.storedNode(v, n) != nil {
			formats = "format: int64" // int32 would refuse accepted values
		}
		if n.Type != "integer" || v.InMetadata(n) || v.Given(n) {
			return
		}
		switch {
		case n.Format == "int32", n.Format == "int64":
		case strings.HasPrefix(n.Format, "uint"):
			p.ReportNode(v, n, "%s is an unsigned integer (format %s)", v.Called(n), n.Format).Help =
				"use " + formats + nonNegative(n, formats == int64OrLess)
		case n.Format != "":
			p.ReportNode(v, n, "%s is an integer of format %s", v.Called(n), n.Format).Help = "use " + formats
		case n.Minimum != nil && n.Maximum != nil, len(n.Enum) > 0:
		default:
			p.ReportNode(v, n, "%s is an integer without a format, so clients don't know its size", v.Called(n)).Help =
				"add " + formats
		}
	},
}

const int64OrLess = "format: int64, or int32 if 32 bits are enough"

// nonNegative returns the bound of an unsigned integer for the help, unless the schema has one or stored values
// may violate it.
func nonNegative(n *schematree.Node, fresh bool) string {
	if n.Minimum != nil || !fresh {
		return ""
	}
	return ", and minimum: 0"
}
