package rules

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var patternAlternation = Rule{
	ID: "pattern-alternation", Severity: finding.Warning, Profile: Default, Topic: Schema, Narrows: true,
	Title: "anchor of a pattern applies to some of its alternatives only",
	Why: `In ` + "`^a|b$`" + ` each anchor belongs to one alternative: the pattern matches every string that begins with a, and
every string that ends in b. Put the alternatives in a group: ` + "`^(a|b)$`" + `.`,
	Example: `
  kind:
    type: string
-   pattern: ^Service|Ingress$
+   pattern: ^(Service|Ingress)$
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		re := v.Pattern(n.Pattern)
		if re == nil || !v.Patterned(n) {
			return
		}
		if anchor, text := regexshape.HalfAnchored(n.Pattern, re); text != "" {
			reportAlternation(p, v, n, anchor, text)
		}
	},
}

func reportAlternation(p *Pass, v *Version, n *schematree.Node, anchor, text string) {
	f := p.Report(v.Tree.Path(n.ID).Child("pattern"), "%s applies to some alternatives of the pattern only: the pattern also matches %s", anchor, strconv.Quote(text))
	f.Help = "put the alternatives in a group, as in ^(a|b)$"
	if grouped := inGroup(n); grouped != "" {
		f.Help = "put the alternatives in a group: " + grouped
	}
}

// inGroup returns the pattern with a group around the alternatives between its anchors. It returns "" if an
// anchor is missing, or if a default, example or value of the enum would not match.
func inGroup(n *schematree.Node) string {
	inner, start := strings.CutPrefix(n.Pattern, "^")
	inner, end := strings.CutSuffix(inner, "$")
	if !start || !end || strings.HasSuffix(inner, "\\") || strings.ContainsAny(inner, "^$ ") {
		return ""
	}
	grouped := "^(" + inner + ")$"
	re, err := regexp.Compile(grouped)
	if err != nil {
		return ""
	}
	for _, v := range append([]any{n.Default, n.Example()}, n.Enum...) {
		if text, ok := v.(string); ok && !re.MatchString(text) {
			return ""
		}
	}
	return grouped
}
