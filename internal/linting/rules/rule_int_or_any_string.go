package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var intOrAnyString = Rule{
	ID: "int-or-any-string", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true, Narrows: true,
	Title: "field accepts an integer or any string",
	Why: `A field of two types is difficult for clients in typed languages, for CEL (a rule has to check which type a value
has) and for users. It is useful where both a number and a percentage, or both a port and its name, make sense; then
add a pattern for the string. Otherwise use one type.`,
	Example: `
  workers:
    x-kubernetes-int-or-string: true
+   pattern: ^[0-9]+%?$
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.XIntOrString && n.Pattern == "" && len(n.XValidations()) == 0 && !v.InMetadata(n) && !v.Given(n) {
			p.ReportNode(v, n, "%s accepts an integer or any string", v.Called(n)).Help = "use one type, or add a pattern for the string"
		}
	},
}
