// Package navigate finds places that belong together: the schema of a field, all places that name a field or a kind,
// the edits of a rename, the outline of a file, and what the objects of a workspace say about a CRD.
//
// A field of a CRD is the list of steps that lead to it from an object. Schemas, rules, columns, defaults and objects
// all name a field by such steps, so one comparison finds them. Places are byte offsets in files.
package navigate

import (
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/cel/celassist"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/lsp/workspace"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
)

// A Place is a range of bytes in a file.
type Place struct {
	File       string
	Start, End int
}

// A Navigator answers questions about projects. It is safe for concurrent use.
type Navigator struct {
	mu sync.Mutex
	// assistant answers about CEL for the versions of Kubernetes. It is kept because its first answer takes milliseconds.
	assistant *celassist.Assistant
	versions  string
}

// New returns a Navigator.
func New() *Navigator { return &Navigator{} }

// CEL returns the assistant for the versions of a project.
func (n *Navigator) CEL(p *workspace.Project) *celassist.Assistant {
	list := p.Versions()
	n.mu.Lock()
	defer n.mu.Unlock()
	if key := textOf(list); n.assistant == nil || n.versions != key {
		n.assistant, n.versions = celassist.New(list), key
	}
	return n.assistant
}

func textOf(versions []kube.Version) string {
	var b strings.Builder
	for _, v := range versions {
		b.WriteString(v.String())
		b.WriteByte(' ')
	}
	return b.String()
}

// placeAt returns the place of a range of a report in a file. A range without an end is a character.
func placeAt(f *source.File, pos finding.Pos) Place {
	start, _ := f.Offset(pos.Line, pos.Column)
	end := start
	if pos.EndLine > 0 {
		end, _ = f.Offset(pos.EndLine, pos.EndColumn)
	}
	return Place{f.Name, len(f.Marks) + start, len(f.Marks) + max(start, end)}
}

// placeOf returns the place of the first token of a node: a key or a scalar with its quotes.
func placeOf(doc *source.Document, n *yamlnode.Node) Place { return placeAt(doc.File, doc.NodePos(n)) }

// inScalar returns the place of a part of the value of a scalar. It reports false if the file does not have that part
// as it is: after some escapes, and where lines are joined.
func inScalar(doc *source.Document, n *yamlnode.Node, start, end int) (Place, bool) {
	pos, ok := doc.Inside(n, start)
	if !ok || n.Line() == 0 {
		return Place{}, false
	}
	at, ok := doc.File.Offset(pos.Line, pos.Column)
	if length := end - start; !ok || at+length > len(doc.File.Text) || string(doc.File.Text[at:at+length]) != n.Value[start:end] {
		return Place{}, false
	}
	at += len(doc.File.Marks)
	return Place{doc.File.Name, at, at + end - start}, true
}
