package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/ecmaregexp"
	"github.com/crdtool/crdtool/schema"
)

var patternECMA = Rule{
	ID: "pattern-ecma", Severity: finding.Warning, Profile: Strict, Topic: Schema,
	Title: "pattern that other validators read differently",
	Why: `The server reads patterns with Go's regexp. The published schema says that patterns are those of
ECMA 262, and editors, generated clients and validators of JSON Schema read them so. Some constructs are known to one
of the two only, such as ` + "`(?i)`, `\\A`, `\\z`, `(?P<name>...)`, `[[:alpha:]]` and `\\Q...\\E`" + `, and those tools then refuse
the schema, or let other values pass. In the Unicode mode that JSON Schema asks for, ECMA 262 also refuses a
backslash before a character that needs none.`,
	Bad: `
name:
  type: string
  pattern: ^(?i)[a-z]+$
`,
	Good: `
name:
  type: string
  pattern: ^[a-zA-Z]+$
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !v.Patterned(n) || v.Patterns.Parse(n.Pattern) == nil {
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
			p.Report(v.Tree.Path(n.ID).Child("pattern"), "%s in the pattern: ECMA 262, by which other tools read patterns, %s", d.Text, d.Reading)
		}
		if len(unicode) > 0 {
			p.Report(v.Tree.Path(n.ID).Child("pattern"), "%s in the pattern: ECMA 262 refuses this in its Unicode mode, the one that JSON Schema asks for", strings.Join(unicode, " and ")).Help =
				"escape brackets and braces that stand for themselves, and nothing that needs no backslash; put a - last in its class"
		}
	},
}
