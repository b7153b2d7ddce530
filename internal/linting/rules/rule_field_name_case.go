package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var fieldNameCase = Rule{
	ID: "field-name-case", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Narrows: true,
	Title: "field name is not in camelCase",
	Why: `Names of fields in the Kubernetes API are in camelCase and begin with a lower-case letter. Names with dashes
need brackets or escapes in JSONPath and CEL. And users guess the spelling of names by this convention; the server drops
the field that they guessed. The fields of one object are reported together.`,
	Example: `
- max_connections:
+ maxConnections:
    type: integer
    format: int32
`,
	Node: func(p *Pass, v *Version, object *schematree.Node) {
		if v.RepeatsType(object) {
			return
		}
		first, names := v.OwnFields(object, func(n *schematree.Node) bool { return !inCamelCase(n.Name) })
		switch {
		case len(names) == 1:
			f := p.ReportNode(v, first, "the name of %s is not in camelCase", v.Called(first))
			if better := words.Camel(names[0]); better != "" && better != names[0] {
				f.Help = "rename it to " + better
			}
			v.countAlike(f, object)
		case len(names) > 1:
			f := p.ReportNode(v, first, "the names of %s fields of %s are not in camelCase: %s", finding.Measure(len(names)), v.Called(object), listed(names, 5))
			f.Help = "begin with a lower-case letter, and each further word with an upper-case letter, without separators"
			v.countAlike(f, object)
		}
	},
}

// inCamelCase reports whether a name is in camelCase, or one of the server's extensions.
func inCamelCase(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return name == "" || strings.HasPrefix(name, "x-kubernetes-") || unicode.IsLower(first) && !strings.ContainsFunc(name, words.Separates)
}
