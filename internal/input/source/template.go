package source

import (
	"bytes"
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

const templateMessage = "document is a Helm or Go template and was skipped; render it first, as in: helm template CHART | crdtool lint -"

// templateStart returns the offset of the first "{{" that only a template can have: at the start of a line, of an
// item or of a value. It is for a chunk that cannot be parsed. Braces within text, such as a description or a
// block of text, do not count. It returns -1 if there are none.
func templateStart(text []byte) int {
	if !bytes.Contains(text, []byte("{{")) {
		return -1
	}
	block := -1 // the indentation of the line that begins a block of text
	for at := 0; at < len(text); {
		line := text[at : at+lineLength(text[at:])]
		content := bytes.TrimSpace(line)
		if block >= 0 && len(content) > 0 && indent(line) <= block {
			block = -1
		}
		if block < 0 {
			if i := actionStart(line); i >= 0 {
				return at + i
			}
			if beginsBlock(content) {
				block = indent(line)
			}
		}
		at += len(line)
	}
	return -1
}

// actionStart returns the offset of "{{" at the start of a line, of an item or of a value.
func actionStart(line []byte) int {
	for at := 0; ; {
		i := bytes.Index(line[at:], []byte("{{"))
		if i < 0 {
			return -1
		}
		at += i
		before := bytes.TrimRight(line[:at], " \t\"'")
		if len(before) == 0 || before[len(before)-1] == ':' || isDashes(before) {
			return at
		}
		at += len("{{")
	}
}

// beginsBlock reports whether a line ends in the indicator of a literal or folded block.
func beginsBlock(line []byte) bool {
	fields := bytes.Fields(line)
	if len(fields) == 0 {
		return false
	}
	mark := fields[len(fields)-1]
	return (mark[0] == '|' || mark[0] == '>') && len(bytes.Trim(mark[1:], "+-0123456789")) == 0
}

// isDashes reports whether text has only the dashes of items.
func isDashes(text []byte) bool { return len(bytes.Trim(text, "- \t")) == 0 }

// templateNode returns a value with "{{" in a place where no object can have it.
func templateNode(root *yamlnode.Node) *yamlnode.Node {
	for _, name := range [...]string{"apiVersion", "kind"} {
		if v := braced(Field(root, name), true); v != nil {
			return v
		}
	}
	metadata := Field(root, "metadata")
	for e := range Entries(metadata) {
		named := e.Key == "name" || e.Key == "namespace" || e.Key == "generateName"
		if v := braced(Resolve(e.Value), named); v != nil {
			return v
		}
		if e.Key != "labels" {
			continue
		}
		for l := range Entries(e.Value) {
			if v := braced(Resolve(l.Value), false); v != nil {
				return v
			}
		}
	}
	if !meantAsCRD(typeMeta(root)) {
		return nil
	}
	spec := Field(root, "spec")
	for _, name := range [...]string{"group", "scope"} {
		if v := braced(Field(spec, name), true); v != nil {
			return v
		}
	}
	for e := range Entries(Field(spec, "names")) {
		if v := braced(Resolve(e.Value), true); v != nil {
			return v
		}
	}
	return nil
}

// braced returns n if it is a scalar with "{{". A quoted scalar is returned only if quoted is set.
func braced(n *yamlnode.Node, quoted bool) *yamlnode.Node {
	if n != nil && n.Kind == yamlnode.Scalar && strings.Contains(n.Value, "{{") &&
		(quoted || n.Style&quotedStyles == 0) {
		return n
	}
	return nil
}

func (f *File) templateProblem(pos finding.Pos) {
	f.report(code.Template, finding.Info, pos, templateMessage)
}
