package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/words"
	"github.com/crdtool/crdtool/schema"
)

var portRange = Rule{
	ID: "port-range", Severity: finding.Info, Profile: APIReview, Topic: Convention, ByType: true,
	Title: "port without the bounds of a port",
	Why: `A port is a number from 1 to 65535. With ` + "`minimum` and `maximum`" + ` the server refuses the others; without,
a Service that the controller makes from it is refused later, where nobody looks.`,
	Bad: `
port:
  type: integer
  format: int32
`,
	Good: `
port:
  type: integer
  format: int32
  minimum: 1
  maximum: 65535
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Type != "integer" || n.Maximum != nil && n.Minimum != nil || len(n.Enum) > 0 || len(n.XValidations) > 0 || !v.InSpec(n) || !v.OwnValue(n) {
			return
		}
		field := n
		for field.Role != schema.RoleProperty {
			field = v.Parent(field)
		}
		if !slices.Contains([]string{"port", "ports"}, strings.ToLower(words.Last(field.Name))) {
			return
		}
		missing := "minimum and maximum"
		switch {
		case n.Minimum != nil:
			missing = "maximum"
		case n.Maximum != nil:
			missing = "minimum"
		}
		p.ReportNode(v, n, "%s is a port without %s", v.Called(n), missing).Help = "add minimum: 1 and maximum: 65535"
	},
}
