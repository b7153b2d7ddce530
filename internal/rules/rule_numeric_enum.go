package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var numericEnum = Rule{
	ID: "numeric-enum", Severity: finding.Warning, Profile: APIReview, Topic: Convention, ByType: true,
	Title: "enum of numbers",
	Why: `Readers don't know what a number stands for, and a value that is added later has to fit in between. The
API conventions ask for strings in CamelCase if a field has a fixed set of values. For numbers that are actual
quantities or well-known codes (a count, an HTTP status) use ` + "`minimum` and `maximum`" + `.`,
	Bad: `
level:
  type: integer
  format: int32
  enum: [0, 1, 2]
`,
	Good: `
level:
  type: string
  enum: [Low, Medium, High]
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if len(n.Enum) > 1 && (n.Type == "integer" || n.Type == "number") && !v.InMetadata(n) && !v.Given(n) && !httpStatuses(n.Enum) {
			p.ReportNode(v, n, "%s has an enum of numbers", v.Called(n)).Help =
				"use strings that say what they mean, or minimum and maximum if the numbers are quantities"
		}
	},
}

// httpStatuses reports whether all values of an enum can be HTTP statuses, which
// need no names.
func httpStatuses(values []any) bool {
	for _, v := range values {
		n, ok := v.(int64)
		if f, isFloat := v.(float64); isFloat {
			n, ok = int64(f), true
		}
		if !ok || n < 100 || n > 599 {
			return false
		}
	}
	return true
}
