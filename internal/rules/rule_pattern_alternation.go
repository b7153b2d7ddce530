package rules

import (
	"strconv"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var patternAlternation = Rule{
	ID: "pattern-alternation", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "anchor of a pattern applies to some of its alternatives only",
	Why: `In ` + "`^a|b$`" + ` each anchor belongs to one alternative: the pattern matches every string that begins with a, and
every string that ends in b. Put the alternatives in a group: ` + "`^(a|b)$`" + `.`,
	Bad: `
kind:
  type: string
  pattern: ^Service|Ingress$
`,
	Good: `
kind:
  type: string
  pattern: ^(Service|Ingress)$
`,
	Nested: true,
	Having: hasPattern,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !v.Patterned(n) {
			return
		}
		if anchor, text := v.Patterns.Shape(n.Pattern).HalfAnchored(); text != "" {
			reportAlternation(p, v, n, anchor, text)
		}
	},
}

func reportAlternation(p *Pass, v *Version, n *schema.Node, anchor, text string) {
	p.Report(v.Tree.Path(n.ID).Child("pattern"), "%s applies to some alternatives of the pattern only: the pattern also matches %s", anchor, strconv.Quote(text)).Help =
		"put the alternatives in a group: ^(a|b)$"
}
