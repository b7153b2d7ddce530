package kustomize

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// whole returns the place of the kustomization.
func (b *Built) whole() *report.Origin {
	name := fileIn(b.Dir)
	f := source.Read(name, b.inputs.read[b.inputs.realName(name)])
	pos := finding.Pos{Line: 1, Column: 1, EndColumn: 1}
	if len(f.Documents) > 0 {
		pos = f.Documents[0].LocateKey(nil)
	}
	return b.place(f, pos)
}

func (b *Built) place(f *source.File, pos finding.Pos) *report.Origin {
	return &report.Origin{
		File: f.Name, Line: pos.Line, Column: pos.Column, EndColumn: max(pos.Column, pos.EndColumn),
		Kustomization: b.Dir, Source: f.Line(pos.Line), First: true,
	}
}

// origin returns the place of a value in its file: that of its key if the output was found by a key.
func (b *Built) origin(v *value, o *output) *report.Origin {
	f := v.in.file.read
	n := v.node
	switch {
	case v.key != nil && (o.isKey || v.node.Kind != yaml.ScalarNode):
		n = v.key
	case v.parent == nil && v.node.Kind == yaml.MappingNode && len(v.node.Content) > 0:
		n = v.node.Content[0]
	}
	if pos, ok := b.inside(v, o); ok {
		return b.place(f, pos)
	}
	return b.place(f, positionOf(v.in, n))
}

// inside returns the position of a character in the text that a text of the output is a copy of, such as that of an error in a
// CEL rule. It reports false for the beginning of a text.
func (b *Built) inside(v *value, o *output) (finding.Pos, bool) {
	n := o.node
	if o.isKey || n.Kind != yaml.ScalarNode || n.Line == o.line && n.Column == o.column || v.node.Value != n.Value || v.in.outer != nil {
		return finding.Pos{}, false
	}
	if b.read == nil {
		b.read = source.Read(b.Dir, b.Text)
	}
	built := &source.Document{File: b.read}
	for i := range n.Value {
		if at, ok := built.Inside(scalar(n), i); ok && at.Line == o.line && at.Column == o.column {
			return (&source.Document{File: v.in.file.read}).Inside(scalar(v.node), i)
		}
	}
	return finding.Pos{}, false
}

// positionOf returns the position of a node of a document in its file.
func positionOf(d *document, n *yaml.Node) finding.Pos {
	doc := &source.Document{File: d.file.read}
	if d.outer == nil {
		return doc.NodePos(scalar(n))
	}
	lines := strings.SplitAfter(d.text.Value, "\n")
	offset := 0
	for i := 0; i < n.Line-1 && i < len(lines); i++ {
		offset += len(lines[i])
	}
	if n.Line-1 < len(lines) {
		offset += len(string([]rune(lines[n.Line-1])[:min(n.Column-1, len([]rune(lines[n.Line-1])))]))
	}
	pos, ok := doc.Inside(scalar(d.text), offset)
	if !ok {
		return positionOf(d.outer, d.text)
	}
	pos.EndColumn = pos.Column + len([]rune(n.Value))
	return pos
}

// scalar returns a node as package source has it, without what is below.
func scalar(n *yaml.Node) *yamlnode.Node {
	style := yamlnode.Style(n.Style)
	kind := yamlnode.Scalar
	switch n.Kind {
	case yaml.MappingNode:
		kind = yamlnode.Mapping
	case yaml.SequenceNode:
		kind = yamlnode.Sequence
	}
	out := yamlnode.New(kind, style, n.Line, n.Column)
	out.Value = n.Value
	return out
}
