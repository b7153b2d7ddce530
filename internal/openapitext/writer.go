// Package openapitext writes OpenAPI documents of CRDs as texts, each path and each schema of
// one after the other, so that no document is ever whole in memory. What differs in names
// alone is made once.
package openapitext

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/crdtool/crdtool/internal/openapiv3"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/renamed"
	"github.com/crdtool/crdtool/internal/yamltext"
)

// A Format is how documents are written.
type Format string

// The formats.
const (
	JSON Format = "json"
	YAML Format = "yaml"
)

// A Writer writes documents of one server. It is for one goroutine.
type Writer struct {
	format  Format
	texts   renamed.Texts
	checked map[string]bool // Alike of parts
	buffer  []byte
}

// NewWriter returns a writer of a format.
func NewWriter(f Format) *Writer { return &Writer{format: f, checked: map[string]bool{}} }

// flushSize is how much is written at once, at least.
const flushSize = 64 << 10

// Write writes a document that Check has no error for.
func (w *Writer) Write(to io.Writer, d *resource.Document) error {
	rest, err := w.rest(d)
	if err != nil {
		return err
	}
	out := &output{to: to}
	text := w.buffer[:0]
	holes := w.holes(rest, d)
	for _, h := range holes {
		text = append(text, h.before...)
		for i := range h.parts {
			if i > 0 && w.format == JSON {
				text = append(text, ",\n"...)
			}
			if text, err = w.texts.Append(text, w.text(&h.parts[i], h.depth, out)); err != nil {
				return err
			}
			if text = out.flush(text); out.err != nil {
				return out.err
			}
		}
	}
	text = append(text, rest[holes[len(holes)-1].end:]...)
	out.write(text)
	w.buffer = text
	return out.err
}

// output is where text goes.
type output struct {
	to  io.Writer
	err error
}

// flush writes a text that is long enough, and returns what is left to be written. It writes
// nothing to the examples of texts, whose output is nil.
func (o *output) flush(text []byte) []byte {
	if o == nil || len(text) < flushSize {
		return text
	}
	o.write(text)
	return text[:0]
}

func (o *output) write(text []byte) {
	if o.err == nil {
		_, o.err = o.to.Write(text)
	}
}

// rest is the document without its parts, in the format.
func (w *Writer) rest(d *resource.Document) ([]byte, error) {
	if w.format == YAML {
		return yamltext.FromJSON(d.Rest)
	}
	return append(appendIndented(nil, d.Rest, 0, nil), '\n'), nil
}

// A hole is a place in the rest of a document for parts.
type hole struct {
	before     []byte // behind the hole before
	start, end int
	depth      int
	parts      []resource.Part
}

// holes are those of a document in the order in which they stand there.
func (w *Writer) holes(rest []byte, d *resource.Document) []hole {
	var all []hole
	for _, of := range []hole{{parts: d.Paths}, {parts: d.Schemas}} {
		name := resource.PathHole
		if len(all) > 0 {
			name = resource.SchemaHole
		}
		line := fmt.Sprintf("%q: {}", name)
		if w.format == YAML {
			line = name + ": {}\n"
		}
		at := bytes.Index(rest, []byte(line))
		of.start = bytes.LastIndexByte(rest[:at], '\n') + 1
		of.depth = (at - of.start) / len(indent)
		of.end = at + len(line)
		all = append(all, of)
	}
	slices.SortFunc(all, func(a, b hole) int { return a.start - b.start })
	from := 0
	for i := range all {
		all[i].before = rest[from:all[i].start]
		from = all[i].end
	}
	return all
}

// text is the text of a part that stands so deep. What is too long for one piece goes to the
// output as it is made.
func (w *Writer) text(p *resource.Part, depth int, out *output) *renamed.Text {
	t := &renamed.Text{
		Alike: p.Alike,
		Write: func(to []byte) ([]byte, error) { return w.append(to, p, depth, out) },
		Examples: func() (a, b *renamed.Text) {
			one, two := *p, *p
			if p.Of != nil {
				r, s := p.Of.Examples(w.format == YAML)
				one, two = p.As(r), p.As(s)
			}
			return w.text(&one, depth, nil), w.text(&two, depth, nil)
		},
	}
	if p.Of != nil && t.Alike != "" {
		t.Names = p.Of.Forms()
		if w.format == YAML {
			t.Alike += " " + p.Of.Lengths()
		}
	}
	return t
}

// append appends a part with its name.
func (w *Writer) append(to []byte, p *resource.Part, depth int, out *output) ([]byte, error) {
	text, err := p.JSON()
	if err != nil {
		return to, err
	}
	name := openapiv3.Text(p.Name)
	if w.format == YAML {
		return yamltext.AppendEntry(to, name, text, depth, out.flush)
	}
	to = appendIndent(to, depth)
	to = append(append(to, name...), ": "...)
	return appendIndented(to, text, depth, out), nil
}
