package convert

import (
	"bytes"
	"strings"

	"github.com/crdtool/crdtool/internal/input/edit"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/input/yamltext"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A mover finds the edits that move the parts of a document to their places in v1. It gives up on rare forms of
// YAML.
type mover struct {
	doc, v1 *source.Document
	text    []byte
	eol     string
	edits   []edit.Edit
	cuts    []edit.Edit
}

// A block is the lines of a moved entry, in their new form.
type block struct {
	name string
	text string // lines; the first has the indentation column
	// column is the column of its key.
	column int
}

func path(segments ...any) []finding.Segment {
	p := finding.Root()
	for _, s := range segments {
		switch s := s.(type) {
		case string:
			p = p.Child(s)
		case int:
			p = p.Index(s)
		}
	}
	return p.Segments()
}

// plan returns the edits; false if it cannot find them.
func (m *mover) plan() ([]edit.Edit, bool) {
	if m.doc.JSON() {
		return nil, false
	}
	spec, ok := entry(m.doc.Root, "spec")
	if !ok {
		return nil, true
	}
	if source.Resolve(spec.Value).Kind != yamlnode.Mapping {
		return nil, true
	}
	m.eol = "\n"
	if i := bytes.IndexByte(m.text, '\n'); i > 0 && m.text[i-1] == '\r' {
		m.eol = "\r\n"
	}
	ok = m.versions() && m.conversion()
	return append(m.edits, m.cutEdits()...), ok
}

// versions moves the fields above the versions into the versions.
func (m *mover) versions() bool {
	spec := source.Field(m.doc.Root, "spec")
	var blocks []block
	for _, f := range hoisted {
		n := source.Field(spec, f.above)
		if n == nil {
			continue
		}
		l, ok := edit.LinesOf(m.doc, path("spec", f.above)...)
		if !ok || l.Shared {
			return false
		}
		m.cut(l)
		if source.IsNull(n) {
			continue
		}
		b := block{name: f.below, column: l.Column}
		if b.text, ok = m.inside(l, f.above, f.below, n); !ok {
			return false
		}
		blocks = append(blocks, b)
	}
	target := source.Field(source.Field(m.v1.Root, "spec"), "versions")
	if target == nil || target.Kind != yamlnode.Sequence {
		return len(blocks) == 0
	}
	list := source.Field(spec, "versions")
	if list == nil || len(list.Content) == 0 {
		return m.newVersions(blocks, target)
	}
	if source.Field(spec, "version") != nil {
		l, ok := edit.LinesOf(m.doc, path("spec", "version")...)
		if !ok || l.Shared {
			return false
		}
		m.cut(l)
	}
	for i, item := range list.Content {
		if !m.version(i, source.Resolve(item), blocks, target.Content[i]) {
			return false
		}
	}
	return true
}

// inside returns the lines of an entry under its new name, with the fields in it renamed.
func (m *mover) inside(l edit.Lines, from, to string, n *yamlnode.Node) (string, bool) {
	edits, ok := m.rename(l.Token, from, to)
	if to == fieldColumns {
		more, fine := m.jsonPaths(n)
		edits, ok = append(edits, more...), ok && fine
	}
	for i := range edits {
		edits[i].Start -= l.Start
		edits[i].End -= l.Start
	}
	edit.Sort(edits)
	text := string(edit.Apply(m.text[l.Start:l.End], edits))
	if !strings.HasSuffix(text, "\n") {
		text += m.eol
	}
	return text, ok
}

// rename returns the edit of a key, with or without quotes.
func (m *mover) rename(at int, from, to string) ([]edit.Edit, bool) {
	if from == to {
		return nil, true
	}
	if at < len(m.text) && (m.text[at] == '"' || m.text[at] == '\'') {
		at++
	}
	return []edit.Edit{{Start: at, End: at + len(from), Text: to}}, bytes.HasPrefix(m.text[at:], []byte(from))
}

// jsonPaths returns the edits that rename JSONPath in columns.
func (m *mover) jsonPaths(list *yamlnode.Node) ([]edit.Edit, bool) {
	var edits []edit.Edit
	if list.Kind != yamlnode.Sequence {
		return nil, true
	}
	for _, item := range list.Content {
		if item.Kind == yamlnode.Alias {
			return nil, false
		}
		if e, ok := entry(item, "JSONPath"); ok {
			at, known := m.doc.File.Offset(e.KeyNode.Line(), e.KeyNode.Column())
			more, fine := m.rename(at, "JSONPath", "jsonPath")
			if !known || !fine || e.Merged {
				return nil, false
			}
			edits = append(edits, more...)
		}
	}
	return edits, true
}

// newVersions replaces spec.version by a list of one version.
func (m *mover) newVersions(blocks []block, target *yamlnode.Node) bool {
	spec := source.Field(m.doc.Root, "spec")
	if source.Field(spec, "versions") != nil {
		l, ok := edit.LinesOf(m.doc, path("spec", "versions")...)
		if !ok || l.Shared {
			return false
		}
		m.cut(l)
	}
	l, ok := edit.LinesOf(m.doc, path("spec", "version")...)
	if !ok || l.Shared || len(target.Content) != 1 {
		return false
	}
	key, _ := entry(spec, "version")
	if key.Value.Line() != key.KeyNode.Line() || key.Value.Kind != yamlnode.Scalar {
		return false
	}
	first := m.text[l.Token:l.End]
	_, value, found := bytes.Cut(first, []byte(":"))
	if !found {
		return false
	}
	dash := strings.Repeat(" ", l.Column+m.dashes())
	column := len(dash) + 2
	indent := strings.Repeat(" ", column)
	var b strings.Builder
	b.WriteString("versions:" + m.eol + dash + "- name:" + string(value))
	if !bytes.HasSuffix(value, []byte("\n")) {
		b.WriteString(m.eol)
	}
	b.WriteString(indent + "served: true" + m.eol + indent + "storage: true" + m.eol)
	b.WriteString(m.added(blocks, column, nil, target.Content[0]))
	m.edits = append(m.edits, edit.Edit{Start: l.Token, End: l.End, Text: b.String()})
	return true
}

// version inserts the fields above the versions into a version.
func (m *mover) version(i int, item *yamlnode.Node, blocks []block, target *yamlnode.Node) bool {
	if item.Kind != yamlnode.Mapping || len(item.Content) == 0 {
		return false
	}
	if item.Style&yamlnode.Flow != 0 {
		return m.flowVersion(i, item, blocks, target)
	}
	for j, f := range hoisted {
		if n := source.Field(item, f.below); n != nil && source.IsNull(n) && source.Field(target, f.below) != nil {
			return j < 0 // a null is where a block is to be inserted
		}
	}
	if n := source.Field(item, fieldColumns); n != nil {
		edits, ok := m.jsonPaths(n)
		if !ok {
			return false
		}
		m.edits = append(m.edits, edits...)
	}
	last, _ := source.Key(item.Content[len(item.Content)-2])
	l, ok := edit.LinesOf(m.doc, path("spec", "versions", i, last)...)
	if !ok {
		return false
	}
	m.insert(l.End, m.added(blocks, l.Column, item, target))
	return true
}

// flowVersion writes a version in flow style as block lines, if fields are added.
func (m *mover) flowVersion(i int, item *yamlnode.Node, blocks []block, target *yamlnode.Node) bool {
	l, ok := edit.LinesOf(m.doc, path("spec", "versions", i)...)
	if !ok {
		return len(source.Resolve(target).Content) == len(item.Content) // accepts only if no fields are added
	}
	column := l.Column + 2
	more := m.added(blocks, column, item, target)
	if more == "" {
		return true
	}
	first := bytes.TrimRight(m.text[l.Token:l.End], " \r\n")
	if bytes.IndexByte(first, '#') >= 0 || !bytes.HasSuffix(first, []byte("}")) {
		return false
	}
	was, err := yamltext.Marshal(source.Value(item))
	if err != nil {
		return false
	}
	lines := strings.TrimRight(strings.ReplaceAll(string(was), "\n", m.eol+strings.Repeat(" ", column)), " \r\n")
	m.edits = append(m.edits, edit.Edit{Start: l.Token, End: l.End, Text: "- " + lines + m.eol + more})
	return true
}

// added returns the lines to insert into a version, at a column.
func (m *mover) added(blocks []block, column int, item, target *yamlnode.Node) string {
	var b strings.Builder
	written := map[string]bool{}
	for _, bl := range blocks {
		if item == nil || source.IsNull(source.Field(item, bl.name)) {
			b.WriteString(indented(bl.text, column-bl.column))
			written[bl.name] = true
		}
	}
	// V1 adds a schema that the text lacks.
	if schema := source.Field(target, fieldSchema); schema != nil && !written[fieldSchema] && (item == nil || source.Field(item, fieldSchema) == nil) {
		if text, err := yamltext.Marshal(map[string]any{fieldSchema: source.Value(schema)}); err == nil {
			b.WriteString(indented(strings.ReplaceAll(string(text), "\n", m.eol), column))
		}
	}
	return b.String()
}

// indented shifts lines to the right.
func indented(text string, by int) string {
	indent := strings.Repeat(" ", max(0, by))
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimRight(line, "\r\n") != "" {
			b.WriteString(indent)
		}
		b.WriteString(line)
	}
	return b.String()
}

// conversion moves the fields of the webhook into the mapping webhook.
func (m *mover) conversion() bool {
	n := source.Field(source.Field(m.doc.Root, "spec"), "conversion")
	target := source.Field(source.Field(source.Field(m.v1.Root, "spec"), "conversion"), "webhook")
	if n == nil || n.Kind != yamlnode.Mapping || target == nil {
		return true
	}
	var b strings.Builder
	var at edit.Lines
	written := 0
	for _, f := range [...][2]string{{"webhookClientConfig", "clientConfig"}, {reviewVersions, reviewVersions}} {
		value := source.Field(n, f[0])
		if value == nil || source.IsNull(value) {
			continue
		}
		l, ok := edit.LinesOf(m.doc, path("spec", "conversion", f[0])...)
		if !ok || l.Shared {
			return false
		}
		if f[0] == reviewVersions && len(value.Content) == 0 {
			return false
		}
		text, ok := m.inside(l, f[0], f[1], value)
		if !ok {
			return false
		}
		if b.Len() == 0 {
			at = l
			b.WriteString(strings.Repeat(" ", l.Column) + "webhook:" + m.eol)
		} else {
			m.cut(l)
		}
		b.WriteString(indented(text, 2))
		written++
	}
	if written == 0 {
		return true
	}
	if len(target.Content)/2 > written {
		b.WriteString(strings.Repeat(" ", at.Column+2) + reviewVersions + ": [v1beta1]" + m.eol)
	}
	m.edits = append(m.edits, edit.Edit{Start: at.Start, End: at.End, Text: b.String()})
	return true
}

// dashes returns the indentation of list items relative to their key.
func (m *mover) dashes() int {
	var find func(n *yamlnode.Node) (int, bool)
	find = func(n *yamlnode.Node) (int, bool) {
		if n.Kind == yamlnode.Mapping && n.Style&yamlnode.Flow == 0 {
			for i := 0; i+1 < len(n.Content); i += 2 {
				v := n.Content[i+1]
				if v.Kind == yamlnode.Sequence && v.Style&yamlnode.Flow == 0 && len(v.Content) > 0 {
					return max(0, v.Column()-n.Content[i].Column()), true
				}
			}
		}
		for _, c := range n.Content {
			if by, ok := find(c); ok {
				return by, true
			}
		}
		return 0, false
	}
	by, _ := find(m.doc.Root)
	return by
}

// insert adds an edit that inserts lines at an offset.
func (m *mover) insert(at int, lines string) {
	if lines == "" {
		return
	}
	if at == len(m.text) && !bytes.HasSuffix(m.text, []byte("\n")) {
		lines = m.eol + strings.TrimSuffix(lines, m.eol)
	}
	m.edits = append(m.edits, edit.Edit{Start: at, End: at, Text: lines})
}

// cut adds an edit that removes lines.
func (m *mover) cut(l edit.Lines) { m.cuts = append(m.cuts, edit.Edit{Start: l.Start, End: l.End}) }

// cutEdits returns the edits that remove lines. It joins adjacent ones and removes blank lines that would remain.
func (m *mover) cutEdits() []edit.Edit {
	edit.Sort(m.cuts)
	var out []edit.Edit
	for _, c := range m.cuts {
		if n := len(out); n > 0 && len(bytes.TrimSpace(m.text[out[n-1].End:c.Start])) == 0 {
			out[n-1].End = c.End
			continue
		}
		out = append(out, c)
	}
	for i := range out {
		c := &out[i]
		above := len(bytes.TrimRight(m.text[:c.Start], " \r\n"))
		if bytes.Count(m.text[above:c.Start], []byte("\n")) < 2 {
			continue
		}
		below := c.End
		for below < len(m.text) {
			line, _, broken := bytes.Cut(m.text[below:], []byte("\n"))
			if !broken || len(bytes.Trim(line, " \r")) > 0 {
				break
			}
			below += len(line) + 1
		}
		c.End = below
		if below == len(m.text) || bytes.HasPrefix(m.text[below:], []byte("---")) {
			c.Start = above + bytes.IndexByte(m.text[above:], '\n') + 1
		}
	}
	return out
}
