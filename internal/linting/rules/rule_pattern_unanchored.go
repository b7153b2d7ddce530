package rules

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var patternUnanchored = Rule{
	ID: "pattern-unanchored", Severity: finding.Warning, Profile: Strict, Topic: Schema, Narrows: true,
	Title: "pattern is not anchored, so it accepts any text around what it matches",
	Why: `A pattern matches if it matches anywhere in the string. If it is meant to match the whole string, begin it with
` + "`^` and end it with `$`" + `; if any text is allowed around it, write ` + "`.*`" + ` there.`,
	Example: `
  name:
    type: string
-   pattern: '[a-z]+-[0-9]+'
+   pattern: ^[a-z]+-[0-9]+$
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.Patterned(n) {
			return
		}
		where, text := regexshape.Unanchored(n.Pattern, v.Pattern(n.Pattern))
		if text == "" {
			return
		}
		f := p.Report(v.Tree.Path(n.ID).Child("pattern"), "the pattern is not anchored %s: it also matches %s", where, strconv.Quote(text))
		f.Help = "anchor it with ^ and $; where any text is allowed, write .*"
		if ofOneUnit(n.Pattern) {
			f.Help = "anchor it with ^ and $, and repeat it to keep durations such as 1h30m: ^(" + n.Pattern + ")+$"
		}
	},
}

// ofOneUnit reports whether a pattern matches durations of one unit, and accepts those of several units only
// because it has no anchors.
func ofOneUnit(pattern string) bool {
	whole, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil || strings.ContainsAny(pattern, "^$") {
		return false
	}
	return whole.MatchString("1h") && whole.MatchString("30m") && !whole.MatchString("1h30m") && !whole.MatchString("example")
}
