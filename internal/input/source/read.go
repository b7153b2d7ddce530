package source

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Read splits text into documents and parses them. Problems of the file describe documents that cannot be read;
// the other documents are read. Read keeps text, which must not change afterwards.
//
// It detects the format as kubectl does: JSON if the text begins with a brace, then one object after the other;
// otherwise YAML, also if JSON fails after at most one object.
func Read(name string, text []byte) *File {
	f := &File{Name: name, Text: text}
	r := reader{file: f}
	if encoding := wideEncoding(text); encoding != "" {
		f.report(code.Encoding, finding.Error, finding.Pos{Line: 1, Column: 1, EndLine: 1, EndColumn: 2},
			fmt.Sprintf("file is encoded in %s; save it as UTF-8", encoding))
		return f
	}
	start := bytes.TrimLeftFunc(text, unicode.IsSpace)
	// The YAML library skips further marks, too, but counts only some of them as columns.
	switch rest := bytes.TrimLeft(text, "\ufeff"); {
	case len(rest) < len(text):
		f.Text, f.Marks = rest, text[:len(text)-len(rest)] // kubectl reads even JSON after a byte order mark as YAML
		if wideEncoding(rest) != "" {                      // the first mark excludes a second one
			f.report(code.Encoding, finding.Error, f.charPos(0), notUTF8(rest[0]))
			return f
		}
		r.yaml(0, 1, nil)
	case len(start) > 0 && (start[0] == '{' || start[0] == '['):
		r.json()
	default:
		r.yaml(0, 1, nil)
	}
	slices.SortStableFunc(f.Problems, func(a, b finding.Finding) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return f
}

type reader struct {
	file  *File
	index int // of the next document
	fast  fastReader
}

// yaml reads the documents from offset on, which is the start of line. If instead is not nil, it is called for a
// syntax error in the first document.
func (r *reader) yaml(offset, line int, instead func()) {
	for text := r.file.Text; offset < len(text); {
		c := nextChunk(text, offset, line)
		if r.full(c.line) {
			return
		}
		if !r.chunk(&c, instead) {
			return
		}
		instead = nil
		offset, line = c.end, c.endLine
	}
}

// full reports whether the file has the maximum number of problems. If so, it adds a problem about the rest of the
// file.
func (r *reader) full(line int) bool {
	if len(r.file.Problems) < maxProblems {
		return false
	}
	r.file.report(code.Limits, finding.Error, r.file.linePos(line), fmt.Sprintf("file has more than %d problems; check that it is YAML; the rest was not read", maxProblems))
	return true
}

// chunk reads one document. It reports false if the rest of the file cannot be read either.
func (r *reader) chunk(c *chunk, instead func()) bool {
	f := r.file
	if rest := c.badSeparator(); rest != nil {
		f.report(code.YAMLSyntax, finding.Error, f.linePos(c.line),
			fmt.Sprintf("invalid Yaml document separator: %s; put only a comment after \"---\", and the document on the next line", rest))
		r.index++
		return true
	}
	if c.blank() {
		return true
	}
	if f.beginsLine(c) {
		if root := r.fast.read(c); root != nil {
			r.inspected(c, root, &inspection{})
			return true
		}
	}
	root, rest, err := c.parse()
	if err != nil {
		r.index++
		return r.unreadable(c, err, instead)
	}
	if root == nil {
		return true
	}
	if rest >= 0 {
		f.dropped(rest)
	}
	r.document(c, root)
	return true
}

// document inspects and adds a parsed document.
func (r *reader) document(c *chunk, root *yamlnode.Node) {
	w := inspection{root: root, shift: c.line - 1, breaks: r.file.oddBreaks(c)}
	w.walk(root, 0)
	r.inspected(c, root, &w)
}

// inspected adds an inspected document.
func (r *reader) inspected(c *chunk, root *yamlnode.Node, w *inspection) {
	f := r.file
	// A document that contains itself through an alias must not be searched for a field.
	var x expansion
	if w.aliases {
		x.decoded = 1
		x.expand(root)
	}
	if w.template == nil && x.failed == nil && bytes.Contains(c.text, []byte("{{")) {
		w.template = templateNode(root)
	}
	if w.template != nil {
		f.templateProblem(f.tokenPos(w.template))
		r.index++
		return
	}
	if x.failed != nil && len(w.problems) == 0 {
		w.problem(x.failed, code.Limits, x.message)
	}
	if len(w.problems) > 0 {
		for _, p := range w.problems {
			f.report(p.code, finding.Error, f.tokenPos(p.node), p.message)
		}
		r.index++
		return
	}
	r.add(&Document{File: f, Root: root, Text: c.text})
}

// add appends a document, or the items of a list.
func (r *reader) add(d *Document) {
	root := Resolve(d.Root)
	if IsNull(root) {
		return // kubectl skips an empty document
	}
	d.Root = root
	items, apiVersion, kind := listItems(d)
	if items == nil {
		d.Index = r.index
		r.index++
		r.file.Documents = append(r.file.Documents, d)
		if d.IsXRD() {
			r.derive(d)
		}
		return
	}
	told := false
	for _, item := range items {
		if n := Resolve(item); n == nil || n.Kind != yamlnode.Mapping {
			if !told {
				r.file.report(code.WrongType, finding.Error, r.file.tokenPos(item), noItem)
			}
			told = true
			continue
		}
		r.add(&Document{File: d.File, Root: item, ImpliedAPIVersion: apiVersion, ImpliedKind: kind})
	}
}

// noItem is the message about an invalid item of a list: kubectl cannot decode a list with a number, a text or a list
// in it, and has no kind for null.
const noItem = "an item of a List must be an object with apiVersion and kind; kubectl refuses anything else"

// listItems returns the items of a list, and the type of items without a type in a typed list. It returns nil for
// other objects.
//
// kubectl treats every object with items as a list. listItems also requires a kind that ends in List and items
// that are objects, because custom resources may have such a field.
func listItems(d *Document) (items []*yamlnode.Node, apiVersion, kind string) {
	apiVersion, kind = typeMeta(d.Root)
	if kind == "" {
		apiVersion, kind = d.ImpliedAPIVersion, d.ImpliedKind
	}
	item, ok := strings.CutSuffix(kind, "List")
	if !ok {
		return nil, "", ""
	}
	list := Field(d.Root, "items")
	if list == nil || list.Kind != yamlnode.Sequence {
		return nil, "", ""
	}
	typed := item == CRDKind
	for _, n := range list.Content {
		if typed || item == "" {
			break
		}
		if a, k := typeMeta(n); a == "" || k == "" {
			return nil, "", ""
		}
	}
	if !typed {
		apiVersion, item = "", ""
	}
	if list.Content == nil {
		return []*yamlnode.Node{}, "", ""
	}
	return list.Content, apiVersion, item
}

// unreadable reports a chunk that cannot be parsed.
func (r *reader) unreadable(c *chunk, err error, instead func()) bool {
	f := r.file
	if at, message := badText(c.text); message != "" {
		f.report(code.Encoding, finding.Error, f.charPos(c.offset+at), message)
		// A text with zero bytes is binary.
		return bytes.IndexByte(c.text, 0) < 0
	}
	if at := templateStart(c.text); at >= 0 {
		f.templateProblem(f.charPos(c.offset + at))
		return true
	}
	if instead != nil {
		instead()
		return true
	}
	f.syntaxProblem(c, err)
	return true
}

// parseYAML returns the content of the first document of text, nil if there is
// none.
func parseYAML(text []byte) (root *yamlnode.Node, err error) {
	defer func() {
		// yaml.v3 panics on some invalid inputs.
		if p := recover(); p != nil {
			root, err = nil, fmt.Errorf("yaml: %v", p)
		}
	}()
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	if len(document.Content) == 0 {
		return nil, nil
	}
	return yamlnode.Of(document.Content[0]), nil
}

// json reads one JSON value after the other, and changes to YAML where kubectl does.
func (r *reader) json() {
	f := r.file
	j := jsonReader{text: f.Text, line: 1, column: 1}
	if i := invalidUTF8(f.Text); i >= 0 {
		f.report(code.Encoding, finding.Error, f.charPos(i), notUTF8(f.Text[i]))
		return
	}
	for count := 0; ; count++ {
		if r.full(j.line) {
			return
		}
		start := j.at
		root, err := j.value(0)
		switch {
		case errors.Is(err, io.EOF):
			return
		case err == nil:
			text := bytes.TrimSpace(f.Text[start:j.at])
			r.add(&Document{File: f, Root: root, Text: text})
			continue
		case j.tooDeep:
			f.report(code.Limits, finding.Error, f.charPos(j.at), tooDeep)
			return
		}
		report := func() {
			r.index++
			at, message := jsonError(f.Text[start:])
			f.report(code.JSONSyntax, finding.Error, f.charPos(start+at), "not valid JSON: "+message)
		}
		if count > 1 {
			report()
			return
		}
		rest := start
		if first := bytes.TrimLeftFunc(f.Text, unicode.IsSpace); count > 0 || first[0] == '{' {
			rest += leadingSpace(f.Text[start:])
		}
		line, _ := f.LineColumn(rest)
		if bytes.HasPrefix(f.Text[rest:], []byte(separator)) {
			report = nil // the text is meant as YAML
		}
		r.yaml(rest, line, report)
		return
	}
}

// leadingSpace returns the length of the white space, up to the end of the line, that kubectl skips when it
// changes from JSON to YAML.
func leadingSpace(text []byte) int {
	n := len(text) - len(bytes.TrimLeftFunc(text, unicode.IsSpace))
	if i := bytes.IndexByte(text[:n], '\n'); i >= 0 {
		return i + 1
	}
	return n
}
