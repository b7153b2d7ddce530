package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var pluralField = Rule{
	ID: "plural-field", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true, Narrows: true,
	Title: "name of a list is in the singular",
	Why: `By the API conventions the names of lists are in the plural. With a name in the singular users expect, and write,
a single value. The words in the option are in the plural, or have no plural.`,
	Example: `
- host:
+ hosts:
    type: array
    items: {type: string}
`,
	Options: []Option{{Name: "words", Title: "last words of names that are fine for a list, besides those that end in s", Default: []string{
		"add", "allow", "children", "command", "criteria", "data", "deny", "drop", "env", "except", "from", "in", "info", "list", "metadata", "people",
		"remove", "set", "to"}}},
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "array" || !v.Own(n) {
			return
		}
		last := strings.ToLower(words.Last(n.Name))
		if last != "" && !strings.HasSuffix(last, "s") && !slices.Contains(p.Strings("words"), last) {
			p.ReportNode(v, n, "%s is a list, but its name is in the singular", v.Called(n)).Help = "use the plural"
		}
	},
}
