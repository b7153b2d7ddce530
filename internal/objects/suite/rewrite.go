package suite

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"go.yaml.in/yaml/v3"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Rewrite writes stored objects into the expectations of a file. Comments, order and style of the rest stay. It
// returns the lines of the changed expectations, and a problem for each one that it cannot change.
func Rewrite(f *source.File, all []Difference) (text []byte, written []int, left []Problem) {
	w := rewriter{file: f}
	all = slices.Clone(all)
	// From the end, so that earlier lines stay valid.
	slices.SortStableFunc(all, func(a, b Difference) int { return cmp.Compare(b.Line, a.Line) })
	for i := 0; i < len(all); i++ {
		d := &all[i]
		same := i + 1
		ambiguous := false
		for ; same < len(all) && all[same].Line == d.Line; same++ {
			ambiguous = ambiguous || !jsonvalue.Equal(all[same].got, d.got)
		}
		i = same - 1
		why := ""
		if ambiguous {
			why = "different objects are stored, by the CRD or the step"
		} else {
			why = w.write(d)
		}
		if why == "" {
			written = append(written, d.Line)
		} else {
			left = append(left, Problem{f.Name, d.Line, why})
		}
	}
	slices.Sort(written)
	slices.Reverse(left)
	return edit.Bytes(f, w.file.Text), written, left
}

// A rewriter holds the file with the changes so far.
type rewriter struct{ file *source.File }

// write writes one difference. It returns the reason if it cannot.
func (w *rewriter) write(d *Difference) string {
	switch {
	case d.comments != nil:
		return w.comments(d)
	case d.at == nil:
		return "it stands in no file"
	case d.at.Doc.File.Name == w.file.Name && d.at.Line == 0 && d.at.Column == 0:
		doc := documentOf(d.at.Doc)
		path, found := pathTo(nil, doc.Root, d.at.Doc.Root)
		if !found {
			return "it is written by an alias; write it by hand"
		}
		changed, ok := amendFile(w.file, doc.Index, path, amends(nil, d.at.Value, d.want, d.got))
		if !ok {
			return "it is written in a way that cannot be changed here; write it by hand"
		}
		w.file = changed
		return ""
	}
	return w.embedded(d)
}

// documentOf returns the whole document that contains an object.
func documentOf(of *source.Document) *source.Document {
	for _, d := range of.File.Documents {
		if d.Index == of.Index {
			return d
		}
	}
	return of
}

// pathTo returns the path from a node to one below it.
func pathTo(at *finding.Path, from, to *yamlnode.Node) (*finding.Path, bool) {
	if from == to {
		return at, true
	}
	switch from.Kind {
	case yamlnode.Mapping:
		for i := 0; i+1 < len(from.Content); i += 2 {
			if found, ok := pathTo(at.Child(from.Content[i].Value), from.Content[i+1], to); ok {
				return found, true
			}
		}
	case yamlnode.Sequence:
		for i, c := range from.Content {
			if found, ok := pathTo(at.Index(i), c, to); ok {
				return found, true
			}
		}
	}
	return nil, false
}

// amendFile applies changes to the value at a path of a document, one after the other.
func amendFile(f *source.File, index int, in *finding.Path, all []amend) (*source.File, bool) {
	for i := range all {
		at := join(in, all[i].at)
		steps := []finding.Change{{Op: all[i].op, Path: at, Value: all[i].value}}
		if all[i].op == finding.Replace && !replaceable(f, index, at) {
			// Package edit replaces only scalars, so remove the value and add the new one.
			steps = []finding.Change{{Op: finding.Remove, Path: at}, {Op: finding.Add, Path: at, Value: all[i].value}}
		}
		for _, c := range steps {
			changed, ok := amendOnce(f, index, c)
			if !ok {
				return nil, false
			}
			f = changed
		}
	}
	return f, true
}

func join(at, below *finding.Path) *finding.Path {
	for _, s := range below.Segments() {
		if s.IsIndex {
			at = at.Index(s.Index)
		} else {
			at = at.Child(s.Name)
		}
	}
	return at
}

// replaceable reports whether the value at a path is a scalar.
func replaceable(f *source.File, index int, at *finding.Path) bool {
	n, exact := inFile(f, index).Node(at.Segments())
	return exact && n != nil && n.Kind == yamlnode.Scalar
}

func inFile(f *source.File, index int) *source.Document {
	for _, d := range f.Documents {
		if d.Index == index {
			return d
		}
	}
	return nil
}

// placeholder is a placeholder for a value that package edit cannot write. fill replaces it.
const placeholder = "crdtool-stands-in-for-it"

// amendOnce applies one change.
func amendOnce(f *source.File, index int, c finding.Change) (*source.File, bool) {
	doc := inFile(f, index)
	if doc == nil {
		return nil, false
	}
	value, stands := c.Value, false
	switch value.(type) {
	case string, bool, int64:
	default:
		if stands = c.Op != finding.Remove; stands {
			c.Value = placeholder
		}
	}
	edits := edit.Plan(f, []edit.Request{{Doc: doc, Changes: []finding.Change{c}}})[0]
	if edits == nil {
		return nil, false
	}
	if stands {
		column, flow := contextOf(doc, c.Path)
		if !fill(edits, value, column, flow || doc.JSON()) {
			return nil, false
		}
	}
	return edit.Reread(f, edit.Apply(f.Text, edits)), true
}

// contextOf reports whether the mapping or list around a path has flow style, or else returns the column of its
// keys.
func contextOf(doc *source.Document, at *finding.Path) (column int, flow bool) {
	n, _ := doc.Node(at.Parent().Segments())
	if n == nil || n.Kind != yamlnode.Mapping || n.Style&yamlnode.Flow != 0 || len(n.Content) == 0 {
		return 0, true
	}
	return n.Content[0].Column() - 1, false
}

// fill replaces the placeholder in edits by a value.
func fill(edits []edit.Edit, value any, column int, flow bool) bool {
	m, isMap := value.(map[string]any)
	l, isList := value.([]any)
	inLines := !flow && (isMap && len(m) > 0 || isList && len(l) > 0)
	text, err := inBrackets(value)
	if err != nil {
		return false
	}
	for i := range edits {
		e := &edits[i]
		at := strings.Index(e.Text, placeholder)
		if at < 0 {
			continue
		}
		before, after := e.Text[:at], e.Text[at+len(placeholder):]
		if !inLines {
			e.Text = before + string(text) + after
			return true
		}
		lines, err := yamltext.Marshal(value)
		if err != nil {
			return false
		}
		indent := column
		if isMap {
			indent += 2
		}
		var b strings.Builder
		for line := range strings.Lines(string(lines)) {
			b.WriteString("\n" + strings.Repeat(" ", indent) + strings.TrimSuffix(line, "\n"))
		}
		e.Text = strings.TrimSuffix(before, " ") + b.String() + after
		return true
	}
	return false
}

// inBrackets returns a value as YAML in flow style, on one line.
func inBrackets(value any) ([]byte, error) {
	var n yaml.Node
	if err := n.Encode(value); err != nil {
		return nil, err
	}
	n.Style |= yaml.FlowStyle
	text, err := yaml.Marshal(&n)
	return bytes.TrimSpace(text), err
}

// embedded rewrites an object that is a text of YAML within the file.
func (w *rewriter) embedded(d *Difference) string {
	const byHand = "it is written in a way that cannot be changed here; write it by hand"
	sub := d.at.Doc.File
	changed, ok := amendFile(sub, d.at.Doc.Index, nil, amends(nil, d.at.Value, d.want, d.got))
	if !ok {
		return byHand
	}
	indent := strings.Repeat(" ", d.at.Column)
	count := bytes.Count(sub.Text, []byte("\n"))
	start, ok := w.file.Offset(d.at.Line+1, 1)
	if !ok || d.at.Column == 0 {
		return byHand
	}
	end := start
	for i, line := range slices.Collect(strings.Lines(string(sub.Text))) {
		there := w.file.Line(d.at.Line + 1 + i)
		if i >= count || strings.TrimRight(there, " \r\n") != strings.TrimRight(indent+strings.TrimRight(line, "\n"), " ") {
			return byHand // it is not a literal block with this text
		}
		end += len(there)
		for end < len(w.file.Text) && (w.file.Text[end] == '\r' || w.file.Text[end] == '\n') {
			end++
			if w.file.Text[end-1] == '\n' {
				break
			}
		}
	}
	var b strings.Builder
	for line := range strings.Lines(string(changed.Text)) {
		if strings.TrimSpace(line) == "" {
			b.WriteString(line)
			continue
		}
		b.WriteString(indent + line)
	}
	w.file = edit.Reread(w.file, slices.Concat(w.file.Text[:start], []byte(b.String()), w.file.Text[end:]))
	return ""
}

// comments rewrites the values of fields in comments.
func (w *rewriter) comments(d *Difference) string {
	text := w.file.Text
	for i := len(d.comments) - 1; i >= 0; i-- {
		c := d.comments[i]
		got, found, _ := unstructured.NestedFieldNoCopy(d.got, c.names...)
		want, _, _ := unstructured.NestedFieldNoCopy(d.want, c.names...)
		if !found {
			return strings.Join(c.names, ".") + " is not stored; remove the comment"
		}
		if jsonvalue.Equal(want, got) {
			continue
		}
		line := w.file.Line(c.line)
		start, ok := w.file.Offset(c.line, 1)
		from := strings.Index(line, mark+"stored")
		if !ok || from < 0 {
			return "the comment is not found"
		}
		from += strings.Index(line[from:], "=") + 1
		written, err := inComment(got)
		if err != nil {
			return err.Error()
		}
		end := start + len(strings.TrimRight(line, "\r\n"))
		text = slices.Concat(text[:start+from], []byte(" "+written), text[end:])
		w.file = edit.Reread(w.file, text)
	}
	return ""
}

// inComment returns a value as text for a comment: plain if YAML reads the plain text as the same string.
func inComment(value any) (string, error) {
	if s, ok := value.(string); ok && s == strings.TrimSpace(s) {
		var read any
		if err := sigsyaml.Unmarshal([]byte(s), &read); err == nil && read == any(s) {
			return s, nil
		}
	}
	text, err := json.Marshal(value)
	return string(text), err
}
