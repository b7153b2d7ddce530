package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var intOrAnyString = Rule{
	ID: "int-or-any-string", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true,
	Title: "field accepts an integer or any string",
	Why: `A field of two types is hard for clients in typed languages, for CEL (a rule has to ask which it is) and
for people. It pays where a number and a percentage, or a port and its name, are both natural; then a pattern
should say what the string may be. Otherwise take one type.`,
	Bad: `
workers:
  x-kubernetes-int-or-string: true
`,
	Good: `
workers:
  x-kubernetes-int-or-string: true
  pattern: ^[0-9]+%?$
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.XIntOrString && n.Pattern == "" && len(n.XValidations) == 0 && !v.InMetadata(n) && !v.Given(n) {
			p.ReportNode(v, n, "%s accepts an integer or any string", v.Called(n)).Help = "accept one type, or add a pattern for the string"
		}
	},
}
