package source

import (
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/finding"
)

// checkPositions locates every node of a document and looks whether the file
// has there what the node says.
func checkPositions(t *testing.T, d *Document) {
	t.Helper()
	checkNode(t, d, d.Root, nil, 0)
}

func checkNode(t *testing.T, d *Document, n *yaml.Node, path []finding.Segment, depth int) {
	t.Helper()
	if depth > 100 || n.Kind == yaml.AliasNode {
		return
	}
	pos := d.NodePos(n)
	if pos.Line < 1 || pos.Line > d.File.Lines() || pos.Column < 1 || pos.EndLine != pos.Line || pos.EndColumn < pos.Column {
		t.Errorf("%v: no place in a file of %d lines: %+v", path, d.File.Lines(), pos)
		return
	}
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if name, ok := Key(n.Content[i], d.JSON); ok {
				checkNode(t, d, n.Content[i+1], append(path[:len(path):len(path)], finding.Segment{Name: name}), depth+1)
			}
		}
	case yaml.SequenceNode:
		for i, c := range n.Content {
			checkNode(t, d, c, append(path[:len(path):len(path)], finding.Segment{Index: i, IsIndex: true}), depth+1)
		}
	}
}
