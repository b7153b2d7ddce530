package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/ecmaregexp"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var patternECMA = Rule{
	ID: "pattern-ecma", Severity: finding.Warning, Profile: Strict, Topic: Schema,
	Title: "pattern has another meaning in other validators",
	Why: `The server uses Go's regexp for patterns. In the published OpenAPI schema patterns are those of
ECMA 262, and editors, generated clients and validators of JSON Schema use that dialect. Only Go has some constructs,
such as ` + "`(?i)`, `\\A`, `\\z`, `(?P<name>...)`, `[[:alpha:]]` and `\\Q...\\E`" + `, and these tools refuse
the schema or accept other values. In the Unicode mode, which JSON Schema recommends, ECMA 262 also refuses a
backslash before a character that needs none. Categories such as ` + "`\\p{L}`" + ` mean the same in that mode and are not
reported.`,
	Example: `
  name:
    type: string
-   pattern: ^(?i)[a-z]+$
+   pattern: ^[a-zA-Z]+$
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if !v.Patterned(n) || v.Pattern(n.Pattern) == nil {
			return
		}
		var unicode []string
		seen := map[string]bool{}
		for _, d := range ecmaregexp.Differences(n.Pattern) {
			if seen[d.Text] {
				continue
			}
			seen[d.Text] = true
			if d.Reading == "" {
				unicode = append(unicode, d.Text)
				continue
			}
			p.Report(v.Tree.Path(n.ID).Child("pattern"), "%s in the pattern: ECMA 262, the dialect of other tools, %s", d.Text, d.Reading).Help = inECMA(d.Text)
		}
		if len(unicode) > 0 {
			p.Report(v.Tree.Path(n.ID).Child("pattern"), "%s in the pattern: ECMA 262, the dialect of other tools, refuses this in its Unicode mode, which JSON Schema recommends", strings.Join(unicode, " and ")).Help =
				"escape literal brackets and braces, but no characters that need no backslash; put a literal - last in its class"
		}
	},
}

// inECMA returns the help about a construct that only Go reads: its replacement in both dialects.
func inECMA(construct string) string {
	switch {
	case strings.HasPrefix(construct, "(?P<"):
		return "" // the message has the replacement
	case strings.HasPrefix(construct, "(?") && strings.Contains(construct, "i"):
		return "list both cases of each letter, as in [Yy][Ee][Ss], or use an enum"
	case construct == `\A`:
		return "write ^"
	case construct == `\z`:
		return "write $"
	case construct == `\Q`:
		return `escape each character that has a meaning, as in \.`
	case strings.HasPrefix(construct, "[:"), strings.HasPrefix(construct, `\p`), strings.HasPrefix(construct, `\P`):
		return "list the characters, as in [A-Za-z]"
	}
	return ""
}
