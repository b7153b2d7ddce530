package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var patternNeverMatches = Rule{
	ID: "pattern-never-matches", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "pattern matches no string",
	Why: "A pattern that requires a character before `^` or after `$` matches no string. Slashes around a pattern, as in\n`/^[a-z]+$/`" +
		`, are part of the pattern: only JavaScript writes regular expressions between slashes.`,
	Example: `
  name:
    type: string
-   pattern: /^[a-z0-9]+$/
+   pattern: ^[a-z0-9]+$
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.Patterned(n) {
			return
		}
		if re := v.Pattern(n.Pattern); re != nil && regexshape.NeverMatches(re) {
			follows := v.consequence(n)
			if len(v.Types(n)) != 1 {
				follows = "only values of other types are accepted"
			}
			p.Report(v.Tree.Path(n.ID).Child("pattern"), "the pattern matches no string: %s", follows).Help =
				"it requires a character before ^ or after $; remove that"
		}
	},
}
