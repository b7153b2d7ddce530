package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// maxHeldBytes limits the text that is held back to be printed after the accepted objects.
const maxHeldBytes = 1 << 20

// A listing prints a run as text: a line for each accepted object as they come, then the details of refused
// objects; of objects that are refused for the same reason, only the details of the first ones. An accepted
// object gets details if it is the only object, or with verbose.
type listing struct {
	to      io.Writer
	text    *render.Text
	verbose bool
	// refusedOnly skips accepted objects.
	refusedOnly bool
	// inOrder prints the details of every object at once.
	inOrder bool

	only    []byte // details of the only object so far; line is its line
	line    []byte
	some    bool
	held    bytes.Buffer
	missing []byte // the first object without a CRD
	// alike counts the refused objects by reason, and inLine those that only have a line.
	alike  map[render.Refusal]int
	inLine int
}

// A fileListing is the part of a listing for one file.
type fileListing struct {
	of      *listing
	file    *source.File
	objects int
	lines   bytes.Buffer
	whole   []byte // details of the only object, if it is accepted
	refused []refused
	// alike has the reasons of refused objects that may only have a line. likes has their indexes.
	alike   []alike
	likes   map[render.Refusal]int
	each    bytes.Buffer // the lines of such objects
	wrong   bytes.Buffer // findings without an object
	missing []byte
}

// alike is the reason of refused objects, and their number.
type alike struct {
	render.Refusal
	count int
}

// refused is the text about a refused object. A file may have very many.
type refused struct {
	// whole is empty if the details of other objects are enough.
	whole []byte
	// like is the index in fileListing.alike, or -1 if the object always has details. line is the end of the
	// object's line in fileListing.each.
	like, line int
}

// begin starts the listing of a file. It is called concurrently.
func (l *listing) begin(file *source.File) *fileListing {
	if l == nil {
		return nil
	}
	return &fileListing{of: l, file: file, likes: map[render.Refusal]int{}}
}

// object adds the next object of the file. It keeps only text: a file may have a hundred thousand objects.
func (f *fileListing) object(r *report.Result) {
	if f == nil {
		return
	}
	l := f.of
	f.objects++
	if f.objects > 1 {
		f.whole = nil
	}
	switch {
	case l.inOrder && !l.refusedOnly:
		l.text.Object(&f.lines, r, f.file)
	case r.Verdict == report.Refused:
		f.refused = append(f.refused, f.refusal(r))
	case l.refusedOnly:
	case l.verbose:
		l.text.Object(&f.lines, r, f.file)
	default:
		l.text.ObjectLine(&f.lines, r)
		if f.objects == 1 {
			var whole bytes.Buffer
			l.text.Object(&whole, r, f.file)
			f.whole = whole.Bytes()
		}
	}
}

// refusal returns the text about a refused object: its details, or a line if the file has others that are
// refused for the same reason.
func (f *fileListing) refusal(r *report.Result) refused {
	out := refused{like: -1}
	l := f.of
	like, ok := render.RefusalOf(r)
	if ok && !l.verbose && !l.inOrder && l.text.Most > 0 {
		at, known := f.likes[like]
		if !known {
			at = len(f.alike)
			f.likes[like] = at
			f.alike = append(f.alike, alike{Refusal: like})
		}
		f.alike[at].count++
		l.text.RefusedLine(&f.each, r)
		out.like, out.line = at, f.each.Len()
	}
	if out.like < 0 || f.alike[out.like].count <= render.FewApart {
		var whole bytes.Buffer
		l.text.Object(&whole, r, f.file)
		out.whole = whole.Bytes()
	}
	return out
}

// end adds the findings without an object.
func (f *fileListing) end(found []report.Finding) {
	if f == nil {
		return
	}
	var missing bytes.Buffer
	for i := range found {
		switch one := &found[i]; {
		case one.Rule != string(code.NoCRD):
			f.of.text.Finding(&f.wrong, one, f.file)
		case missing.Len() == 0:
			f.of.text.Finding(&missing, one, f.file)
		}
	}
	f.missing, f.file = missing.Bytes(), nil
}

// add adds the files one after the other, in order.
func (l *listing) add(f *fileListing) error {
	if len(l.missing) == 0 {
		l.missing = f.missing
	}
	switch {
	case f.lines.Len() == 0:
	case !l.some && len(f.whole) > 0:
		l.some, l.only, l.line = true, f.whole, f.lines.Bytes()
	default:
		if err := l.release(); err != nil {
			return err
		}
		if _, err := l.to.Write(f.lines.Bytes()); err != nil {
			return err
		}
	}
	l.held.Write(f.wrong.Bytes())
	line := 0
	for i := range f.refused {
		r := &f.refused[i]
		if r.like < 0 {
			l.held.Write(r.whole)
			continue
		}
		l.hold(r.whole, f.each.Bytes()[line:r.line], &f.alike[r.like].Refusal)
		line = r.line
	}
	if l.inOrder {
		return l.flush()
	}
	if l.held.Len() > maxHeldBytes {
		return l.flush()
	}
	return nil
}

// hold holds back the text about an object that is refused for a common reason.
func (l *listing) hold(whole, line []byte, like *render.Refusal) {
	if l.alike == nil {
		l.alike = map[render.Refusal]int{}
	}
	if l.alike[*like]++; l.alike[*like] <= render.FewApart {
		l.held.Write(whole)
		return
	}
	l.inLine++
	l.held.Write(line)
}

// release prints the line of an object that is no longer the only one.
func (l *listing) release() error {
	line := l.line
	l.some, l.only, l.line = true, nil, nil
	_, err := l.to.Write(line)
	return err
}

func (l *listing) flush() error {
	if err := l.release(); err != nil {
		return err
	}
	_, err := l.held.WriteTo(l.to)
	return err
}

// finish prints the held text. objects is the number of objects.
func (l *listing) finish(objects int, missing *missingKinds, twice *objectsTwice) error {
	if objects == 1 && l.only != nil {
		l.line = l.only
	}
	if err := l.flush(); err != nil {
		return err
	}
	var b bytes.Buffer
	if l.inLine > 0 {
		fmt.Fprintf(&b, "%s refused for the same as others, a line each (--verbose tells all about each)\n", prose.Count(l.inLine, "object"))
	}
	if missing.count == 1 {
		b.Write(l.missing)
	} else {
		missing.write(&b, l.verbose)
	}
	if !l.refusedOnly && !l.inOrder {
		twice.write(&b, l.verbose)
	}
	_, err := b.WriteTo(l.to)
	return err
}
