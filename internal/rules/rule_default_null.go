package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var defaultNull = Rule{
	ID: "default-null", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "default: null sets nothing",
	Why:   "The server takes `default: null` for no default at all: an absent field stays absent.",
	Bad: `
mode:
  type: string
  nullable: true
  default: null
`,
	Good: `
mode:
  type: string
  nullable: true
`,
	Fixable: true,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		// Elsewhere nobody would write one, and looking is not free.
		if !n.Nullable || n.Default != nil {
			return
		}
		at := v.Tree.Path(n.ID).Child("default")
		if _, written := p.Doc.Node(at.Segments()); written {
			p.Report(at, "default: null is the same as no default: %s stays absent", v.Called(n)).Fix = finding.RemoveKey(`remove "default: null"`, at)
		}
	},
}
