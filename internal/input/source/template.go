package source

import (
	"bytes"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
)

const templateMessage = "document is a Helm or Go template and was skipped; render it first, as in: helm template CHART | crdtool lint -"

// templateStart finds the first place in a chunk that does not parse where "{{"
// stands as only a template has it: at the start of a line, of an item or of a
// value. Text that merely holds braces, such as a description, is no sign, and
// neither is any line of a block of text. It returns the offset of the braces,
// -1 if there are none.
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

// actionStart finds "{{" at the start of a line, of an item or of a value.
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

// beginsBlock reports whether a line ends in the mark of a literal or folded
// block of text.
func beginsBlock(line []byte) bool {
	fields := bytes.Fields(line)
	if len(fields) == 0 {
		return false
	}
	mark := fields[len(fields)-1]
	return (mark[0] == '|' || mark[0] == '>') && len(bytes.Trim(mark[1:], "+-0123456789")) == 0
}

// isDashes reports whether text is only the marks of items.
func isDashes(text []byte) bool { return len(bytes.Trim(text, "- \t")) == 0 }

// templateNode finds a value with "{{" in a place where no object can have it.
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

// braced returns n if it is a scalar with "{{", and not quoted unless that is
// allowed.
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
