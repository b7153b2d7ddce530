package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var enabled = Rule{
	ID: "enabled", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true, Narrows: true,
	Title: "boolean field switches a feature on or off",
	Why: `With a field ` + "`enabled`" + ` among the settings of a feature there are two ways to switch the feature off:
no settings, or settings with false. With an optional object whose presence switches the feature on there is only one.
And a string with an enum can get a third value later.`,
	Example: `
  cache:
    type: object
+   required: [size]
    properties:
-     enabled: {type: boolean}
      size: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "boolean" || !v.Own(n) {
			return
		}
		switch strings.ToLower(n.Name) {
		case "enabled", "enable", "disabled", "disable":
			p.ReportNode(v, n, "%s only switches the rest of its object on or off", v.Called(n)).Help =
				"make the object optional and let its presence switch it on, or use a string with an enum"
		}
	},
}
