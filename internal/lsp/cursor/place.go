// Package cursor finds what stands at a byte offset of a YAML or JSON text: the path, whether a key or a value is
// typed there, the token to replace, and the values around it.
//
// It reads text of any form. A document is an outline that is made from lines and their indentation: where the text is
// valid, the outline has the paths and values that package source has; an unfinished line costs no more than itself.
package cursor

import (
	"slices"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// A Role says what is typed at the cursor.
type Role uint8

// The roles.
const (
	// Nowhere is a place where nothing can be typed, such as the indentation of a line with text.
	Nowhere Role = iota
	// Key is a key of the mapping at Path.
	Key
	// Value is the value at Path, on the line of its key.
	Value
	// Item is the item of a list at Path, after its dash or in brackets. It may become a mapping.
	Item
	// Start is the first line of the value at Path, below its key or dash. It may become a mapping, a list or a scalar.
	Start
	// Dash is the place of another item of a block list: its dash is not typed yet. Path is that of the item.
	Dash
	// Comment is a comment; Path is that of the mapping around it.
	Comment
)

// A Span is a range of bytes in a file.
type Span struct{ Start, End int }

// A Place is what stands at an offset. It is not safe for concurrent use.
type Place struct {
	Role   Role
	Offset int
	// Document is the document around the offset.
	Document Span
	// APIVersion and Kind are those of the object; "" if they cannot be read.
	APIVersion, Kind string
	// Path leads from the object to the place. The items of a List are objects.
	Path []finding.Segment
	// Token is the text that a completion replaces, with its quotes. It is empty where nothing is typed yet.
	Token Span
	// Typed is the text of the token before the cursor, without a quote.
	Typed string
	// Quote is the quote with which the token begins; 0 if it has none.
	Quote byte
	// HasColon is set for a key that has its colon.
	HasColon bool
	// NeedsSpace is set directly after a colon or a dash.
	NeedsSpace bool
	// Blank is set on a line without text.
	Blank bool
	// Flow is set in brackets or braces, and JSON in a JSON document.
	Flow, JSON bool
	// Column is the column of the keys of the mapping, or of the key or dash that has the value. Columns count from 0.
	Column int
	// Scalar is the scalar around the cursor; nil outside of one.
	Scalar *Scalar
	// Item is the path of another item of the list above, if a dash could be typed here instead of a key.
	Item []finding.Segment
	// Comment is the comment from its # on.
	Comment string
	// CommentOffset is the cursor's byte offset in Comment.
	CommentOffset int

	file   *Text
	root   *node
	style  Style
	values *valueReader
	object *node
	// mapping is the node at Path of a key.
	mapping *node
	// own is the entry of the token, which Present leaves out.
	own *entry
}

// At returns the place of an offset in a text.
func At(text []byte, offset int) *Place { return Read(text).At(offset) }

// At returns the place of an offset. An offset outside of the text is moved to its start or end.
func (t *Text) At(offset int) *Place {
	offset = min(max(offset, 0), len(t.text))
	d := t.document(offset)
	v := t.values(d)
	w := walk{text: t.text, doc: d, offset: offset, v: v}
	w.place = &Place{Offset: offset, Document: Span{d.start, d.end}, JSON: d.json, Token: Span{offset, offset}, values: v, file: t}
	root := d.root(offset)
	if !w.separator() {
		w.from(root)
	}
	p := w.place
	p.object, w.skipped = v.object(root, w.path)
	p.Path = w.path[w.skipped:]
	if len(p.Item) > 0 {
		p.Item = p.Item[min(w.skipped, len(p.Item)):]
	}
	p.APIVersion, p.Kind = v.str(p.object, "apiVersion"), v.str(p.object, "kind")
	p.root = root
	return p
}

// Object returns the decoded object. Parts that cannot be read are null.
func (p *Place) Object() any { return p.values.value(p.object) }

// An ObjectName names an object of a file.
type ObjectName struct{ Kind, Name string }

// maxNamesBytes limits the files in which names are searched while somebody waits.
const maxNamesBytes = 1 << 20

// Objects returns the names of the other objects of the file, the nearest ones above the place first, and then those
// below it.
func (p *Place) Objects() []ObjectName {
	if len(p.file.text) > maxNamesBytes {
		return nil
	}
	var above, below []ObjectName
	for i := range p.file.docs {
		d := &p.file.docs[i]
		d.once.Do(func() { d.read(p.file.text) })
		v := p.file.values(d)
		for _, root := range d.roots {
			name := ObjectName{v.str(root, "kind"), v.str(v.field(root, "metadata"), "name")}
			switch {
			case name.Kind == "" || name.Name == "" || root == p.root:
			case d.start < p.Document.Start:
				above = append(above, name)
			default:
				below = append(below, name)
			}
		}
	}
	slices.Reverse(above)
	return append(above, below...)
}

// ValueAt returns the decoded value at a path of the object, and whether there is one.
func (p *Place) ValueAt(path []finding.Segment) (any, bool) {
	n := p.values.at(p.object, path)
	return p.values.value(n), n != nil
}

// TypeMeta returns the apiVersion and kind of the object at a path; "" if they cannot be read.
func (p *Place) TypeMeta(path []finding.Segment) (apiVersion, kind string) {
	n := p.values.at(p.object, path)
	return p.values.str(n, "apiVersion"), p.values.str(n, "kind")
}

// FieldsAt returns the keys of the mapping at a path of the object, in the order of the text.
func (p *Place) FieldsAt(path []finding.Segment) []string {
	n := p.values.at(p.object, path)
	if !n.isMapping() {
		return nil
	}
	var names []string
	for i := range n.entries {
		names = append(names, p.values.key(n.entries[i].key))
	}
	return names
}

// ColumnOf returns the column of an offset in the file, in bytes from 0.
func (p *Place) ColumnOf(offset int) int { return offset - lineStart(p.values.text, offset) }

// Name returns the whole key at the cursor; "" if there is none.
func (p *Place) Name() string {
	if p.own == nil {
		return ""
	}
	return p.values.key(p.own.key)
}

// Style returns how the document is indented.
func (p *Place) Style() Style {
	if p.style.Step == 0 {
		p.style = styleOf(p.root)
	}
	return p.style
}

// Present returns the other keys of the mapping in which a key is typed, in the order of the text.
func (p *Place) Present() []string {
	n := p.mapping
	if n == nil {
		n = p.values.at(p.object, p.Path)
	}
	if !n.isMapping() {
		return nil
	}
	var keys []string
	for i := range n.entries {
		e := &n.entries[i]
		if e == p.own || e.key == nil {
			continue
		}
		if key := p.values.key(e.key); key != "<<" {
			keys = append(keys, key)
			continue
		}
		if m, ok := p.values.value(e.value).(map[string]any); ok {
			for key := range m {
				keys = append(keys, key)
			}
		}
	}
	return keys
}
