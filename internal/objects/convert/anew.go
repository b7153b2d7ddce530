package convert

import (
	"bytes"
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v2"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// anew returns the edit that writes a document anew from its nodes, in their order. It keeps the comments at the
// start.
func anew(f *source.File, i int, v1 *source.Document) []edit.Edit {
	at := 0
	for _, doc := range f.Documents[:i] {
		if n := bytes.Index(f.Text[at:], doc.Text); n >= 0 {
			at += n + len(doc.Text)
		}
	}
	doc := f.Documents[i]
	n := bytes.Index(f.Text[at:], doc.Text)
	if n < 0 {
		return nil
	}
	end := at + n + len(doc.Text)
	start, ok := f.Offset(doc.Root.Line(), doc.Root.Column())
	if !ok || start < at+n || start >= end {
		return nil
	}
	last := len(f.Text[start:end]) - len(bytes.TrimRight(f.Text[start:end], " \t\r\n"))
	var text string
	if doc.JSON() {
		text = jsonText(v1.Root, unit(f.Text[start:end]))
	} else {
		b, err := yamltext.Ordered(ordered(v1.Root))
		if err != nil {
			return nil
		}
		text = strings.TrimRight(string(b), "\n")
	}
	return []edit.Edit{{Start: start, End: end - last, Text: text}}
}

// ordered returns the value of a node with its keys in order.
func ordered(n *yamlnode.Node) any {
	n = source.Resolve(n)
	switch n.Kind {
	case yamlnode.Mapping:
		out := yaml.MapSlice{}
		m := source.CopyFields(n)
		for i := 0; i < len(m.Node.Content); i += 2 {
			key, _ := source.Key(m.Node.Content[i])
			out = append(out, yaml.MapItem{Key: key, Value: ordered(m.Node.Content[i+1])})
		}
		return out
	case yamlnode.Sequence:
		out := make([]any, len(n.Content))
		for i := range n.Content {
			out[i] = ordered(n.Content[i])
		}
		return out
	}
	return source.Scalar(n)
}

// unit returns the indentation of a JSON text; "" if it is on one line.
func unit(text []byte) string {
	_, rest, found := bytes.Cut(text, []byte("\n"))
	if !found {
		return ""
	}
	return string(rest[:len(rest)-len(bytes.TrimLeft(rest, " \t"))])
}

// jsonText writes a node as JSON, with keys in their order and numbers unchanged.
func jsonText(n *yamlnode.Node, unit string) string {
	var compact, indented bytes.Buffer
	writeJSON(&compact, n)
	if unit == "" || json.Indent(&indented, compact.Bytes(), "", unit) != nil {
		return compact.String()
	}
	return indented.String()
}

func writeJSON(b *bytes.Buffer, n *yamlnode.Node) {
	n = source.Resolve(n)
	comma := func(i int) {
		if i > 0 {
			b.WriteByte(',')
		}
	}
	switch n.Kind {
	case yamlnode.Mapping:
		b.WriteByte('{')
		entries := source.CopyFields(n).Node.Content
		for i := 0; i < len(entries); i += 2 {
			comma(i)
			key, _ := source.Key(entries[i])
			b.WriteString(prose.JSON(key) + ":")
			writeJSON(b, entries[i+1])
		}
		b.WriteByte('}')
	case yamlnode.Sequence:
		b.WriteByte('[')
		for i, item := range n.Content {
			comma(i)
			writeJSON(b, item)
		}
		b.WriteByte(']')
	default:
		if s, ok := source.String(n); ok {
			b.WriteString(prose.JSON(s))
		} else {
			b.WriteString(n.Value)
		}
	}
}
