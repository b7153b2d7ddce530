package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var defaultNull = Rule{
	ID: "default-null", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "default: null has no effect",
	Why:   "The server treats `default: null` as no default: an absent field stays absent.",
	Example: `
  mode:
    type: string
    nullable: true
-   default: null
`,
	Fixable: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		// Other fields have no default: null in practice, and the lookup takes time.
		if !n.Nullable || n.Default != nil {
			return
		}
		at := v.Tree.Path(n.ID).Child("default")
		if _, written := p.Doc.Node(at.Segments()); written {
			p.Report(at, "default: null has no effect: if %s is absent, it stays absent", v.Called(n)).Fix = finding.RemoveKey(`remove "default: null"`, at)
		}
	},
}
