package source

import (
	"bytes"
	"errors"
	"io"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// kubectl reads only the first document of each chunk from its YAML library, and ignores the rest silently. There
// is a rest if the first line is indented and a later one is not, or if text follows the closing bracket of the
// document. yaml.v3 reads some tokens ahead and so refuses part of these texts.

// dedent returns the offset of the first line that is indented less than the first line of the document, -1 if
// there is none.
func dedent(text []byte) int {
	if bytes.HasPrefix(text, []byte(separator)) {
		n := lineLength(text)
		if i := dedent(text[n:]); i >= 0 {
			return n + i
		}
		return -1
	}
	at := firstContent(text)
	if at < 0 {
		return -1
	}
	least := indent(text[at:])
	if least == 0 {
		return -1
	}
	for at < len(text) {
		at += lineLength(text[at:])
		line := text[at : at+lineLength(text[at:])]
		if content := bytes.Trim(line, blanks); len(content) == 0 || content[0] == '#' {
			continue
		}
		if indent(line) < least {
			return at
		}
	}
	return -1
}

func indent(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }

// secondRoot returns the line of the chunk on which text follows the document, 0 if there is none.
func secondRoot(text []byte) (line int) {
	defer func() { _ = recover() }() // as in parseYAML; the text was parsed before
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var n yaml.Node
	if err := decoder.Decode(&n); err != nil {
		return 0
	}
	n = yaml.Node{}
	switch err := decoder.Decode(&n); {
	case errors.Is(err, io.EOF):
		return 0
	case err != nil:
		e := splitYAMLError(err)
		if ofParser(e.message) {
			e.line++
		}
		return max(1, e.line)
	case len(n.Content) > 0 && n.Content[0].Line > 0:
		return n.Content[0].Line
	}
	return 0
}

// parse parses the part of a chunk that kubectl reads. rest is the offset in the file of the text that kubectl
// drops, -1 if there is none.
func (c *chunk) parse() (root *yamlnode.Node, rest int, err error) {
	root, err = parseYAML(c.text)
	switch {
	case err != nil:
		if cut := dedent(c.text); cut >= 0 && kubectlError(c.text) == nil {
			if short, shortErr := parseYAML(c.text[:cut]); shortErr == nil && short != nil && short.Kind == yamlnode.Mapping {
				return short, c.offset + cut, nil
			}
		}
		return nil, -1, err
	case tabAtComment(c.text):
		if err := scannedByKubectl(c.text); err != nil {
			return nil, -1, err
		}
	}
	switch {
	case root == nil:
		return nil, -1, nil
	case root.Kind == yamlnode.Mapping && root.Column() == 1 && root.Style&yamlnode.Flow == 0:
		// Only the end of the document can follow a block mapping.
		return root, c.rest, nil
	}
	if line := secondRoot(c.text); line > 0 {
		at := 0
		for ; line > 1 && at < len(c.text); line-- {
			at += lineLength(c.text[at:])
		}
		return root, c.offset + at, nil
	}
	return root, c.rest, nil
}

// dropped reports text that kubectl drops.
func (f *File) dropped(offset int) {
	line, _ := f.LineColumn(min(offset, max(0, len(f.Text)-1)))
	f.report(code.YAMLSyntax, finding.Error, f.linePos(line), "kubectl ends the document before this line and drops the rest silently; "+
		"indent the line like those above, or begin the next document with \"---\"")
}
