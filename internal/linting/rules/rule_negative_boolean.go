package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var negativeBoolean = Rule{
	ID: "negative-boolean", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true, Narrows: true,
	Title: "name of a boolean is a negation",
	Why: "`disableCache: false`" + ` is a double negation. Name the field for what is on when it is true. A negation is often
chosen so that false, Go's zero value, is the default; a default in the schema does the same without a negation.`,
	Example: `
- disableCache:
-   type: boolean
+ cache:
+   type: string
+   enum: [Enabled, Disabled]
+   default: Enabled
`,
	Options: []Option{{Name: "words", Title: "first words of names that are negations", Default: []string{"disable", "disabled", "no", "not", "without", "dont", "deny", "skip"}}},
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "boolean" || !v.Own(n) {
			return
		}
		if w := words.Split(n.Name); len(w) > 0 && slices.Contains(p.Strings("words"), strings.ToLower(w[0])) {
			p.ReportNode(v, n, "%s is a boolean whose name is a negation", v.Called(n)).Help = "name what is on when it is true"
		}
	},
}
