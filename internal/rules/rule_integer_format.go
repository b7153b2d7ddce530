package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var integerFormat = Rule{
	ID: "integer-format", Severity: finding.Warning, Profile: APIReview, Topic: Convention, ByType: true,
	Title: "integer has no size, or is unsigned",
	Why: `Clients in other languages make a type of their own of every integer, and need to know whether 32 bits
are enough. The API conventions ask for int32 or int64; unsigned integers are forbidden because several
languages have none, and what looks impossible today (a negative offset, -1 for none) is wanted tomorrow.
Say ` + "`format: int32` or `int64`, and `minimum: 0`" + ` where negative values make no sense. An integer with
both a minimum and a maximum says enough.`,
	Bad: `
replicas:
  type: integer
`,
	Good: `
replicas:
  type: integer
  format: int32
  minimum: 0
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Type != "integer" || v.InMetadata(n) || v.Given(n) {
			return
		}
		switch {
		case n.Format == "int32", n.Format == "int64":
		case strings.HasPrefix(n.Format, "uint"):
			p.ReportNode(v, n, "%s is an unsigned integer (format %s)", v.Called(n), n.Format).Help =
				"use format int32 or int64, and minimum: 0"
		case n.Format != "":
			p.ReportNode(v, n, "%s is an integer of format %s", v.Called(n), n.Format).Help = "use format int32 or int64"
		case n.Minimum != nil && n.Maximum != nil, len(n.Enum) > 0:
		default:
			p.ReportNode(v, n, "%s is an integer without a format, so clients can't tell its size", v.Called(n)).Help =
				"add format: int32 or int64"
		}
	},
}
