package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/words"
	"github.com/crdtool/crdtool/schema"
)

var portRange = Rule{
	ID: "port-range", Severity: finding.Info, Profile: APIReview, Topic: Convention, Mends: []string{"minimum", "maximum"}, ByType: true,
	Title: "port has no minimum or no maximum",
	Why: `A port is a number from 1 to 65535. With ` + "`minimum` and `maximum`" + ` the server refuses other numbers. Without them
it refuses, for example, the Service that the controller creates with the number, and users don't see that error.`,
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
		missing := "minimum and no maximum"
		switch {
		case n.Minimum != nil:
			missing = "maximum"
		case n.Maximum != nil:
			missing = "minimum"
		}
		p.ReportNode(v, n, "%s is a port, but has no %s", v.Called(n), missing).Help = "add minimum: 1 and maximum: 65535"
	},
}
