package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/words"
	"github.com/crdtool/crdtool/schema"
)

var pluralField = Rule{
	ID: "plural-field", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true,
	Title: "list whose name is in the singular",
	Why: `The API conventions name lists in the plural. A list in the singular reads like one value, and people
write one. Words in the option are plural, or have none.`,
	Bad: `
host:
  type: array
  items: {type: string}
`,
	Good: `
hosts:
  type: array
  items: {type: string}
`,
	Options: []Option{{Name: "words", Title: "last words that do for a list, besides those that end in s", Default: []string{
		"add", "allow", "children", "command", "criteria", "data", "deny", "drop", "env", "except", "from", "in", "info", "list", "metadata", "people",
		"remove", "set", "to"}}},
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.Type != "array" || !v.Own(n) {
			return
		}
		last := strings.ToLower(words.Last(n.Name))
		if last != "" && !strings.HasSuffix(last, "s") && !slices.Contains(p.Strings("words"), last) {
			p.ReportNode(v, n, "%s is a list, and its name is in the singular", v.Called(n)).Help = "name it in the plural"
		}
	},
}
