package rules

import (
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/omitempty"
	"github.com/crdtool/crdtool/internal/source"
)

var droppedValue = Rule{
	ID: "dropped-value", Severity: finding.Warning, Profile: Default, Topic: Install, Fixable: true,
	Title: "a value that means nothing, which the server leaves out of what it stores",
	Why: `The server writes CRDs from its own types and leaves out what has the value it would have anyway:
` + "`nullable: false`" + `, ` + "`preserveUnknownFields: false`" + `, an empty list. Argo CD and other tools that
compare the file with what is in the cluster then report a difference that no sync can take away. Remove the key;
the meaning stays the same. Only ` + "`preserveUnknownFields: false`" + ` has had a use: to turn off what a CRD of
v1beta1 had on.`,
	Bad: `
mode:
  type: string
  nullable: false
`,
	Good: `
mode:
  type: string
`,
	CRD: func(p *Pass) {
		omitempty.Find(p.Doc.Root, func(key string, value *yaml.Node, at *finding.Path) {
			text := key + ": " + shortText(value)
			f := p.Report(at, "%s is left out of what the server stores, which tools that compare the two report as drift", text)
			f.Help = "remove it: it means nothing"
			f.Fix = finding.RemoveKey("remove "+text, at)
			f.Pos = p.Doc.LocateKey(at.Segments())
		})
	},
}

// shortText writes a value that the server leaves out.
func shortText(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "{}"
	case yaml.SequenceNode:
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
