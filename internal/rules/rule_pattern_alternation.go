package rules

import (
	"regexp"
	"strconv"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var patternAlternation = Rule{
	ID: "pattern-alternation", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "anchor of a pattern holds for some of its alternatives only",
	Why: `In ` + "`^a|b$`" + ` the anchors belong to one alternative each: it matches whatever begins with a, and whatever
ends in b. Put the alternatives in a group: ` + "`^(a|b)$`" + `.`,
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
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !v.patterned(n) {
			return
		}
		re := v.parsePattern(n.Pattern)
		if re == nil {
			return
		}
		if starts(re) == some {
			if text := intruder(n.Pattern, "^(?:"+n.Pattern+")", samples(re), true); text != "" {
				reportAlternation(p, v, n, "^", text)
				return
			}
		}
		if stops(re) == some {
			if text := intruder(n.Pattern, "(?:"+n.Pattern+")$", samples(re), false); text != "" {
				reportAlternation(p, v, n, "$", text)
			}
		}
	},
}

func reportAlternation(p *Pass, v *Version, n *schema.Node, anchor, text string) {
	p.Report(v.Tree.Path(n.ID).Child("pattern"), "%s holds for some alternatives of the pattern only: it matches %s, too", anchor, strconv.Quote(text)).Help =
		"put the alternatives in a group: ^(a|b)$"
}

// intruder returns a text that a pattern matches, although its like with an
// anchor doesn't: one of the samples with something before or behind it.
func intruder(pattern, anchored string, samples []string, before bool) string {
	loose, err := regexp.Compile(pattern)
	if err != nil {
		return ""
	}
	tight, err := regexp.Compile(anchored)
	if err != nil {
		return ""
	}
	for _, s := range samples {
		for _, junk := range []string{"!", "x", "0", "-", " ", "/"} {
			text := s + junk
			if before {
				text = junk + s
			}
			if loose.MatchString(text) && !tight.MatchString(text) {
				return text
			}
		}
	}
	return ""
}
