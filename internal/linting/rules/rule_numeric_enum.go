package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var numericEnum = Rule{
	ID: "numeric-enum", Severity: finding.Warning, Profile: APIReview, Topic: Convention, ByType: true, Narrows: true,
	Title: "enum of numbers",
	Why: `Readers don't know what a number stands for, and a value that is added later has to fit in between. The
API conventions ask for strings in CamelCase if a field has a fixed set of values. For numbers that are actual
quantities (a count) and follow each other, use ` + "`minimum` and `maximum`" + `. Well-known codes (an HTTP status, the
version of a protocol) need no names.`,
	Example: `
  level:
-   type: integer
-   format: int32
-   enum: [0, 1, 2]
+   type: string
+   enum: [Low, Medium, High]
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if len(n.Enum) > 1 && (n.Type == "integer" || n.Type == "number") && !v.InMetadata(n) && !v.Given(n) && !httpStatuses(n.Enum) && !strings.EqualFold(words.Last(n.Name), "version") {
			f := p.ReportNode(v, n, "%s has an enum of numbers", v.Called(n))
			f.Help = "use strings that say what they mean, unless the numbers are quantities"
			if least, most, ok := consecutive(n); ok {
				f.YAML = []string{fmt.Sprintf("minimum: %d", least), fmt.Sprintf("maximum: %d", most)}
				f.Help = fmt.Sprintf("use strings that say what they mean, or %s and %s if the numbers are quantities", f.YAML[0], f.YAML[1])
			}
		}
	},
}

// httpStatuses reports whether all values of an enum may be HTTP statuses, which need no names.
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

// consecutive returns the bounds that accept exactly the integers of an enum; ok is false if there are none.
func consecutive(n *schematree.Node) (least, most int64, ok bool) {
	if n.Type != "integer" {
		return 0, 0, false
	}
	var all []int64
	for _, v := range n.Enum {
		i, ok := v.(int64)
		if !ok {
			return 0, 0, false
		}
		all = append(all, i)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	least, most = all[0], all[len(all)-1]
	return least, most, most-least == int64(len(all)-1)
}
