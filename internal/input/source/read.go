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

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
)

// Read splits text into documents and parses them. What cannot be read is in
// the file's Problems; the documents around it are read all the same. Read
// keeps text, which must not change afterwards. Values do not share it.
//
// It takes text for what kubectl takes it for: JSON when it begins with a brace,
// then one object after the other; YAML otherwise, or when that fails with no
// more than one object read.
func Read(name string, text []byte) *File {
	f := &File{Name: name, Text: text}
	r := reader{file: f}
	if encoding := wideEncoding(text); encoding != "" {
		f.report(code.Encoding, finding.Error, finding.Pos{Line: 1, Column: 1, EndLine: 1, EndColumn: 2},
			fmt.Sprintf("file is encoded in %s; save it as UTF-8", encoding))
		return f
	}
	start := bytes.TrimLeftFunc(text, unicode.IsSpace)
	// The YAML library passes over further marks, too, but counts them as columns
	// only in part.
	switch rest := bytes.TrimLeft(text, "\ufeff"); {
	case len(rest) < len(text):
		f.Text, f.Marks = rest, text[:len(text)-len(rest)] // kubectl reads even JSON behind a byte order mark as YAML
		if wideEncoding(rest) != "" {                      // which the mark before rules out
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

// yaml reads the documents from offset on, which is the start of line. A
// syntax error in the first of them is handed to instead, if that is not nil.
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

// full reports whether the file has had its share of problems, and if so says that
// it was not read from line on.
func (r *reader) full(line int) bool {
	if len(r.file.Problems) < maxProblems {
		return false
	}
	r.file.report(code.Limits, finding.Error, r.file.linePos(line), fmt.Sprintf("file has more than %d problems; check that it is YAML; the rest was not read", maxProblems))
	return true
}

// chunk reads one document. It reports false when nothing after it can be read
// either.
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

// document takes a parsed document up.
func (r *reader) document(c *chunk, root *yamlnode.Node) {
	w := inspection{root: root, shift: c.line - 1, breaks: r.file.oddBreaks(c)}
	w.walk(root, 0)
	r.inspected(c, root, &w)
}

// inspected takes a document up that has been looked through.
func (r *reader) inspected(c *chunk, root *yamlnode.Node, w *inspection) {
	f := r.file
	// What contains itself by way of an alias may not even be searched for a field.
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
		return // kubectl passes over an empty document
	}
	d.Root = root
	items, apiVersion, kind := listItems(d)
	if items == nil {
		d.Index = r.index
		r.index++
		r.file.Documents = append(r.file.Documents, d)
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

// noItem is the message about a value that is no item of a list: kubectl cannot decode a list with a number, a text
// or a list in it, and has no kind for null.
const noItem = "an item of a List must be an object with apiVersion and kind; kubectl refuses anything else"

// listItems returns the items of a list, and what a typed list implies for
// those that name no type. It returns nil for other objects.
//
// kubectl takes any object with items for a list. This asks for a kind that
// ends in List and for items that are objects, because custom resources may
// have such a field.
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

// unreadable reports a chunk that does not parse.
func (r *reader) unreadable(c *chunk, err error, instead func()) bool {
	f := r.file
	if at, message := badText(c.text); message != "" {
		f.report(code.Encoding, finding.Error, f.charPos(c.offset+at), message)
		// What has zero bytes is not text at all.
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
		// yaml.v3 panics on some inputs that it should refuse.
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

// json reads one JSON value after the other, and goes over to YAML where
// kubectl does.
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
			report = nil // it is meant for YAML
		}
		r.yaml(rest, line, report)
		return
	}
}

// leadingSpace is the length of the white space, up to the end of the line, that
// kubectl skips when it goes over from JSON to YAML.
func leadingSpace(text []byte) int {
	n := len(text) - len(bytes.TrimLeftFunc(text, unicode.IsSpace))
	if i := bytes.IndexByte(text[:n], '\n'); i >= 0 {
		return i + 1
	}
	return n
}
