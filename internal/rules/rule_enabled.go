package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var enabled = Rule{
	ID: "enabled", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true,
	Title: "field named enabled",
	Why: `A field ` + "`enabled`" + ` beside the settings of a feature makes two ways to say that the feature is off:
no settings, or settings with false. An optional object that switches the feature on by being there has one, and
a mode with names can have a third value later.`,
	Bad: `
cache:
  type: object
  properties:
    enabled: {type: boolean}
    size: {type: string}
`,
	Good: `
cache:
  type: object
  required: [size]
  properties:
    size: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Type != "boolean" || !v.Own(n) {
			return
		}
		switch strings.ToLower(n.Name) {
		case "enabled", "enable", "disabled", "disable":
			p.ReportNode(v, n, "%s only says whether the rest of its object counts", v.Called(n)).Help =
				"let the object be optional and count when it is there, or use a string with an enum"
		}
	},
}
