package kustomize

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// An output is a value of the output.
type output struct {
	index int // of the object
	path  []finding.Segment
	node  *yaml.Node
	isKey bool // it is found by its key
	// line and column are the place that was looked for, which may be inside of the value.
	line, column int
}

// outputAt returns the value of the output at a position; nil if there is none.
func (b *Built) outputAt(line, column int) *output {
	var at *output
	reached := func(n *yaml.Node) bool { return n.Line < line || n.Line == line && n.Column <= column }
	var walk func(index int, path []finding.Segment, n *yaml.Node)
	walk = func(index int, path []finding.Segment, n *yaml.Node) {
		if !reached(n) {
			return
		}
		if len(n.Content) == 0 {
			at = &output{index: index, path: path, node: n, line: line, column: column}
		}
		path = path[:len(path):len(path)]
		switch n.Kind {
		case yaml.MappingNode:
			for i := 0; i+1 < len(n.Content) && reached(n.Content[i]); i += 2 {
				below := append(path, finding.Segment{Name: n.Content[i].Value})
				at = &output{index: index, path: below, node: n.Content[i+1], isKey: true}
				walk(index, below, n.Content[i+1])
			}
		case yaml.SequenceNode:
			for i, item := range n.Content {
				walk(index, append(path, finding.Segment{Index: i, IsIndex: true}), item)
			}
		}
	}
	for i, n := range b.outputs {
		walk(i, nil, n)
	}
	return at
}

// missing returns the field that a printed path has below another path; "" if it has none.
func missing(printed string, path []finding.Segment) string {
	var p *finding.Path
	for _, s := range path {
		switch {
		case s.IsIndex:
			p = p.Index(s.Index)
		default:
			p = p.Child(s.Name)
		}
	}
	if p == nil {
		return ""
	}
	rest, below := strings.CutPrefix(printed, p.File()+".")
	if !below {
		return ""
	}
	name, _, _ := strings.Cut(rest, ".")
	name, _, _ = strings.Cut(name, "[")
	return name
}

// valueIn returns a value of the output in another output; nil if it is not there.
func (b *Built) valueIn(objects []*yaml.Node, o *output) *yaml.Node {
	i := slices.IndexFunc(objects, func(n *yaml.Node) bool { return identity(n) == identity(b.outputs[o.index]) })
	if i < 0 {
		if i = o.index; len(objects) != len(b.outputs) {
			return nil
		}
	}
	n := objects[i]
	for _, s := range o.path {
		switch {
		case s.IsIndex && n.Kind == yaml.SequenceNode && s.Index < len(n.Content):
			n = n.Content[s.Index]
		case s.IsIndex:
			return nil
		default:
			if n = field(n, s.Name); n == nil {
				return nil
			}
		}
	}
	return n
}

func identity(n *yaml.Node) [4]string {
	metadata := field(n, "metadata")
	return [4]string{text(n, "apiVersion"), text(n, "kind"), text(metadata, "namespace"), text(metadata, "name")}
}

// equal reports whether two values are equal, whatever their style and the order of their fields.
func equal(a, b *yaml.Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind || a.Value != b.Value || len(a.Content) != len(b.Content) || a.ShortTag() != b.ShortTag() {
		return false
	}
	if a.Kind != yaml.MappingNode {
		return slices.EqualFunc(a.Content, b.Content, equal)
	}
	for i := 0; i+1 < len(a.Content); i += 2 {
		with := b.Content[i+1]
		if name := a.Content[i].Value; b.Content[i].Value != name {
			with = field(b, name)
		}
		if !equal(a.Content[i+1], with) {
			return false
		}
	}
	return true
}
