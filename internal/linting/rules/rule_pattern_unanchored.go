package rules

import (
	"strconv"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var patternUnanchored = Rule{
	ID: "pattern-unanchored", Severity: finding.Warning, Profile: Strict, Topic: Schema, Narrows: true,
	Title: "pattern is not anchored, so it accepts any text around what it matches",
	Why: `A pattern matches if it matches anywhere in the string. If it is meant to match the whole string, begin it with
` + "`^` and end it with `$`" + `; if any text is allowed around it, write ` + "`.*`" + ` there.`,
	Bad: `
name:
  type: string
  pattern: '[a-z]+-[0-9]+'
`,
	Good: `
name:
  type: string
  pattern: ^[a-z]+-[0-9]+$
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !v.Patterned(n) {
			return
		}
		m := v.pattern(n.Pattern)
		if m == nil || m.text == "" {
			return
		}
		f := p.Report(v.Tree.Path(n.ID).Child("pattern"), "the pattern is not anchored %s: it also matches %s", m.where, strconv.Quote(m.text))
		f.Help = "anchor it with ^ and $; where any text is allowed, write .*"
		if m.ofOneUnit {
			f.Help = "anchor it with ^ and $, and repeat it to keep durations such as 1h30m: ^(" + n.Pattern + ")+$"
		}
	},
}
