package rules

import (
	"bytes"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var helmBraces = Rule{
	ID: "helm-braces", Severity: finding.Warning, Profile: ByName, Topic: Install,
	Title: "text contains {{, which Helm would evaluate",
	Why: `In the ` + "`templates/`" + ` folder of a chart, ` + "`{{`" + ` begins a template action for Helm, also in the
description of a field. At best rendering the chart fails, at worst the text changes. Files in ` + "`crds/`" + ` are not
rendered. In a template write ` + "`{{ \"{{\" }}`" + `.`,
	Example: `
  greeting:
-   description: may hold {{ .Name }}
+   description: may hold the placeholder for a name
    type: string
`,
	CRD: func(p *Pass) {
		text := p.Doc.Text
		if len(text) == 0 {
			text = p.Doc.File.Text
		}
		if !bytes.Contains(text, []byte("{{")) {
			return
		}
		b := braces{pass: p}
		if spec := source.Field(p.Doc.Root, "spec"); spec != nil {
			b.at.Enter("spec")
			b.look(spec)
		}
	},
}

// braces walks a document and reports {{ in texts.
type braces struct {
	pass *Pass
	at   finding.Trail
}

func (b *braces) look(n *yamlnode.Node) {
	switch n.Kind {
	case yamlnode.Mapping:
		source.EachEntry(n, func(key string, _, value *yamlnode.Node) {
			b.at.Enter(key)
			b.look(value)
			b.at.Leave()
		})
	case yamlnode.Sequence:
		for i, item := range n.Content {
			b.at.EnterIndex(i)
			b.look(item)
			b.at.Leave()
		}
	case yamlnode.Scalar:
		b.text(n)
	}
	// The text of an alias is checked at its anchor.
}

func (b *braces) text(n *yamlnode.Node) {
	offset := strings.Index(n.Value, "{{")
	// Such texts escape their braces, or are templates on purpose.
	if offset < 0 || strings.Contains(n.Value, `{{ "{{`) || strings.Contains(n.Value, "{{`") || strings.Contains(n.Value, "{{ `") {
		return
	}
	f := b.pass.Report(b.at.Path(), "text contains {{, which Helm evaluates if the file is in the templates/ folder of a chart")
	f.Help = `keep the file in crds/, or write {{ "{{" }}`
	if pos, ok := b.pass.Doc.Inside(n, offset); ok {
		f.Pos = pos
	}
}
