package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/schema"
)

var exampleInvalid = Rule{
	ID: "example-invalid", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "example is not valid against its schema",
	Why:   "The server does not check examples, but users copy them from the documentation. An object with this one is refused.",
	Example: `
  port:
    type: integer
    maximum: 65535
-   example: 70000
+   example: 8080
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Example() == nil {
			return
		}
		if !validate.Takes(v.Server, n.Schema, n.Example()) {
			s := validate.WithoutJunctors(n)
			p.Report(v.Tree.Path(n.ID).Child("example"), "the server refuses this example of %s: %s", v.Called(n), whyRefused(v, n, s))
		}
	},
}

func whyRefused(v *Version, n *schematree.Node, s *schema.Schema) string {
	if !validate.Takes(v.Server, &schema.Schema{Type: n.Type, XIntOrString: n.XIntOrString, Nullable: n.Nullable}, n.Example()) {
		return "it is " + prose.JSONType(n.Example()) + ", and the type is " + v.Types(n)[0]
	}
	return "it does not satisfy " + validate.RefusedBy(v.Server, s, n.Example())
}
