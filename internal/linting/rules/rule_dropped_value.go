package rules

import (
	"strconv"

	"github.com/crdtool/crdtool/internal/input/omitempty"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var droppedValue = Rule{
	ID: "dropped-value", Severity: finding.Warning, Profile: Strict, Topic: Install, Fixable: true,
	Title: "value without effect, which the server does not store",
	Why: `The server leaves out keys whose value is the same as if they were absent:
` + "`nullable: false`" + `, ` + "`preserveUnknownFields: false`" + `, an empty list. Argo CD and other tools that
compare the file with the cluster then report a difference that no sync removes. Remove the key; the CRD stays the same.
Only ` + "`preserveUnknownFields: false`" + ` has a use: applied to a CRD that was created as v1beta1, where it was on by
default, it switches that off. It has no fix.`,
	Example: `
  mode:
    type: string
-   nullable: false
`,
	CRD: func(p *Pass) {
		omitempty.Find(p.Doc.Root, p.CRD.FullSchemas, func(key string, value *yamlnode.Node, way finding.Trail) {
			at := way.Path()
			text := key + ": " + shortText(value)
			f := p.Report(at, "%s has no effect, and the server does not store it, which tools that compare the file with the cluster report as drift", text)
			f.Pos = p.Doc.LocateKey(at.Segments())
			if key == "preserveUnknownFields" {
				f.Message, f.Lasting = off, off
				f.Help = "remove it, unless it still has to switch that off in CRDs that were created as v1beta1"
				return
			}
			f.Help = "remove it: the CRD stays the same"
			f.Fix = finding.RemoveKey("remove "+text, at)
		})
	},
}

const off = "preserveUnknownFields: false is the default, and the server does not store it, which tools that compare the file with the cluster report as drift"

// shortText returns a short form of a value that the server drops.
func shortText(n *yamlnode.Node) string {
	switch n.Kind {
	case yamlnode.Mapping:
		return "{}"
	case yamlnode.Sequence:
		return "[]"
	}
	if source.IsNull(n) {
		return "null"
	}
	if s, ok := source.String(n); ok {
		return strconv.Quote(s)
	}
	return n.Value
}
