package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/crdtool/crdtool/internal/apply"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/render"
	"github.com/crdtool/crdtool/internal/source"
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
	lines, whole, missing []byte
	refused               []refused
}

// refused is what is told of an object that is refused, or of what else is wrong with a file.
type refused struct {
	whole []byte
	// line is for an object of which others tell what like is; nil if each is told whole.
	line []byte
	like render.Refusal
}

// render is called on several goroutines at once.
func (l *listing) render(of *apply.FileReport, file *source.File) fileListing {
	var lines, whole, wrong, missing bytes.Buffer
	for i := range of.Findings {
		switch f := &of.Findings[i]; {
		case f.Rule != string(code.NoCRD):
			l.text.Finding(&wrong, f, file)
		case missing.Len() == 0:
			l.text.Finding(&missing, f, file)
		}
	}
	not := []refused{{whole: wrong.Bytes()}}
	for i := range of.Results {
		switch r := &of.Results[i]; {
		case l.inOrder && !l.refusedOnly:
			l.text.Object(&lines, r, file)
		case r.Verdict == report.Refused:
			not = append(not, l.refused(r, file))
		case l.refusedOnly:
		case l.verbose:
			l.text.Object(&lines, r, file)
		default:
			l.text.ObjectLine(&lines, r)
			if len(of.Results) == 1 {
				l.text.Object(&whole, r, file)
			}
		}
	}
	return fileListing{lines: lines.Bytes(), whole: whole.Bytes(), missing: missing.Bytes(), refused: not}
}

func (l *listing) refused(r *report.Result, file *source.File) refused {
	var whole, line bytes.Buffer
	l.text.Object(&whole, r, file)
	like, ok := render.RefusalOf(r)
	if ok && !l.verbose && !l.inOrder && l.text.Most > 0 {
		l.text.RefusedLine(&line, r)
	}
	return refused{whole.Bytes(), line.Bytes(), like}
}

// add takes in one file after the other, in their order.
func (l *listing) add(f *fileListing) error {
	if len(l.missing) == 0 {
		l.missing = f.missing
	}
	switch {
	case len(f.lines) == 0:
	case !l.some && len(f.whole) > 0:
		l.some, l.only, l.line = true, f.whole, f.lines
	default:
		if err := l.release(); err != nil {
			return err
		}
		if _, err := l.to.Write(f.lines); err != nil {
			return err
		}
	}
	for i := range f.refused {
		l.hold(&f.refused[i])
	}
	if l.inOrder {
		return l.flush()
	}
	if l.held.Len() > mostHeld {
		return l.flush()
	}
	return nil
}

// hold keeps back what is told of an object that is refused.
func (l *listing) hold(r *refused) {
	if r.line == nil {
		l.held.Write(r.whole)
		return
	}
	if l.alike == nil {
		l.alike = map[render.Refusal]int{}
	}
	if l.alike[r.like]++; l.alike[r.like] <= render.FewApart {
		l.held.Write(r.whole)
		return
	}
	l.inLine++
	l.held.Write(r.line)
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
		fmt.Fprintf(&b, "%s refused for the same as others, a line each (--verbose tells all about each)\n", render.Count(l.inLine, "object"))
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
