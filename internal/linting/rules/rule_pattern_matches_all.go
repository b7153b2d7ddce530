package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var patternMatchesAll = Rule{
	ID: "pattern-matches-all", Severity: finding.Warning, Profile: Default, Topic: Schema, Narrows: true,
	Title: "pattern matches every string",
	Why: `A pattern matches if it matches anywhere in the string. So a pattern that can match the empty string, such as
` + "`[a-z]*`" + `, matches every string. Anchor it: ` + "`^[a-z]*$`" + `.`,
	Example: `
  name:
    type: string
-   pattern: '[a-z0-9]*'
+   pattern: ^[a-z0-9]*$
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.Patterned(n) {
			return
		}
		if re := v.Pattern(n.Pattern); re != nil && regexshape.MatchesAll(re) && !meantToMatchAll[n.Pattern] {
			p.Report(v.Tree.Path(n.ID).Child("pattern"), "the pattern matches every string, since it can match the empty string anywhere in it").Help =
				"anchor it at both ends with ^ and $, or remove it"
		}
	},
}

// meantToMatchAll has the patterns that obviously match every string.
var meantToMatchAll = map[string]bool{".*": true, "^.*": true, ".*$": true, "(.*)": true, "^(.*)": true}
