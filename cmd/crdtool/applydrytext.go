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

// mostHeld is how much is kept back to be printed behind the accepted objects.
const mostHeld = 1 << 20

// A listing is a run as text: a line for each object that is accepted, as they come,
// then all about those that are refused; of those that are refused alike, about the first
// of them. What happens to an object that is accepted is told if it is the only one, or if
// verbose is set.
type listing struct {
	to      io.Writer
	text    *render.Text
	verbose bool
	// refusedOnly leaves accepted objects out.
	refusedOnly bool
	// inOrder prints all about every object when it is its turn.
	inOrder bool

	only    []byte // all about the only object so far, and its line
	line    []byte
	some    bool
	held    bytes.Buffer
	missing []byte // the first object without a CRD
	// alike counts the objects that were refused for the same, and inLine those of them that
	// have a line alone.
	alike  map[render.Refusal]int
	inLine int
}

// A fileListing is what a listing has of a file.
type fileListing struct {
	of      *listing
	file    *source.File
	objects int
	lines   bytes.Buffer
	whole   []byte // all about the only object, if it is accepted
	refused []refused
	// alike are those of the objects that are refused for the same, and may have a line each;
	// likes are their places in it.
	alike   []alike
	likes   map[render.Refusal]int
	each    bytes.Buffer // these lines
	wrong   bytes.Buffer // what else is wrong with the file
	missing []byte
}

// alike is what objects are refused for, and how many.
type alike struct {
	render.Refusal
	count int
}

// refused is what is told of an object that is refused. A file may have very many.
type refused struct {
	// whole is empty if others of the file tell it.
	whole []byte
	// like is the place in alike; below 0 if each is told whole. The line for an object of which
	// others tell enough ends in each here.
	like, line int
}

// begin begins the listing of a file. It is called on several goroutines at once.
func (l *listing) begin(file *source.File) *fileListing {
	if l == nil {
		return nil
	}
	return &fileListing{of: l, file: file, likes: map[render.Refusal]int{}}
}

// object takes in the next object of the file. Nothing of it is held: a file may have a
// hundred thousand.
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

// refusal is what may be told of an object that is refused: all about it, unless a line is
// enough since the file has others that are refused alike.
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

// end takes in what belongs to no object.
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

// add takes in one file after the other, in their order.
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
	if l.held.Len() > mostHeld {
		return l.flush()
	}
	return nil
}

// hold keeps back what is told of an object that is refused as others may be.
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

// release prints the line of the object that is no longer the only one.
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

// finish prints what was kept back. objects is how many there were.
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
