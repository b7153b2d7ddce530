package diffrun

import (
	"bytes"
	"cmp"
	"context"
	"io"

	"github.com/crdtool/crdtool/internal/input/deadline"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/inorder"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/report"
)

// Side has the files of one of the two sets.
type Side struct {
	*files.List
	Stdin io.Reader
	// Given are files that are already read.
	Given []*source.File
	// Absent reports whether an error means that the set lacks the file; nil for never.
	Absent func(error) bool
}

// Run compares the CRDs of two sets, and passes each to emit on one goroutine. The order is that of the files;
// CRDs in files of different names come last. Of copies with equal changes only the first is passed on. CRDs of
// releases are skipped if another file has the CRD. elsewhere returns old CRDs that the set lacks, by name; it
// may be nil. A file that cannot be read is passed to Unread, or ends the run with an error: its CRDs must not
// pass as unchanged.
func (d *Differ) Run(ctx context.Context, old, new Side, elsewhere func(names map[string]bool) (*Set, error), emit func(report.CRDDiff) error) error {
	once := copyFilter{emit: emit, seen: map[string]map[uint64]bool{}}
	if d.Excludes != nil {
		for _, side := range [...]*Side{&old, &new} {
			side.Keep(func(f *files.File) bool { return !d.Excludes(f.Name) })
		}
	}
	left, err := newLeftovers(old.Given, new.Given)
	if err != nil {
		return err
	}
	today, past := splitReleases(align(old.Files, new.Files))
	for _, pairs := range [...][]filePair{today, past} {
		left.nextStage()
		err := inorder.Do(ctx, pairs, func(p filePair) compared {
			return d.files(&p, &old, &new, left.today)
		}, func(c compared) error {
			if c.err != nil {
				return d.unread(c.err)
			}
			if d.Passed != nil {
				d.Passed(c.passed)
			}
			left.take(&c)
			return once.all(c.diffs)
		})
		if err != nil {
			return err
		}
	}
	if err := left.find(ctx, &old, elsewhere); err != nil {
		return err
	}
	left.dropCopies()
	err = inorder.Do(ctx, Pairs(&left.old, &left.new), func(p Pair) (c compared) {
		c.add(d.pairOf(p.Old, p.New))
		return c
	}, func(c compared) error {
		if c.err != nil {
			return d.unread(c.err)
		}
		return once.one(c.diffs[0])
	})
	if err != nil {
		return err
	}
	return once.rest()
}

// unread handles the error of a file that cannot be compared. It returns the error unless Unread takes it.
func (d *Differ) unread(err error) error {
	if d.Unread == nil {
		return err
	}
	d.Unread(err)
	return nil
}

// pairOf returns the report about a CRD; old or new may be nil. It returns a deadline.Exceeded if the work takes longer
// than DocumentTimeout.
func (d *Differ) pairOf(old, new *source.Document) (report.CRDDiff, error) {
	doc := cmp.Or(new, old)
	return deadline.Run(d.DocumentTimeout, doc.File.Name, func(w *deadline.Watch) (out report.CRDDiff) {
		w.Begin(doc.File.Name, doc.Line())
		b := d.both(old, new)
		switch {
		case old == nil:
			out = d.Added(new)
		case new == nil:
			out = d.removed(b)
		default:
			out = d.compare(b)
		}
		if w.GivenUp() {
			return out // the report no longer waits for this CRD
		}
		if d.Pair != nil {
			d.Pair(b)
		}
		return d.settled(new, out)
	})
}

// compared is the result of comparing two files.
type compared struct {
	diffs []report.CRDDiff
	// both are the names of the CRDs in both files, old and new the CRDs in only one.
	both     []string
	old, new []*source.Document
	// passed lists the skipped parts of the new file.
	passed []files.Passed
	err    error
}

// add adds the report about a CRD, or its error.
func (c *compared) add(diff report.CRDDiff, err error) {
	c.diffs, c.err = append(c.diffs, diff), cmp.Or(c.err, err)
}

// files compares the CRDs of two files. CRDs that only one file has are skipped if today has them.
func (d *Differ) files(p *filePair, old, new *Side, today names) (c compared) {
	was, _, err := old.read(p.old)
	if err != nil {
		return compared{err: err}
	}
	is, passed, err := new.read(p.new)
	if err != nil {
		return compared{err: err}
	}
	var before, after Set
	before.Add(was)
	after.Add(is)
	if err := cmp.Or(before.checkCopies(), after.checkCopies()); err != nil {
		return compared{err: err}
	}
	c.passed = passed
	for _, doc := range after.docs {
		name := nameOf(doc)
		twins := before.byName[name]
		switch {
		case len(twins) > 0:
			c.both = append(c.both, name)
			if c.add(d.pairOf(twins[0], doc)); c.err != nil {
				return c
			}
		case today[name]:
			c.passed = append(c.passed, files.Passed{Reason: files.Past, Name: p.new.Name})
		default:
			c.new = append(c.new, doc)
		}
	}
	for _, doc := range before.docs {
		if name := nameOf(doc); len(after.byName[name]) == 0 && !today[name] {
			c.old = append(c.old, doc)
		}
	}
	return c
}

// read reads a file of a side, or returns nil if f is nil or absent. It also returns what it skips.
func (s *Side) read(f *files.File) (*source.File, []files.Passed, error) {
	if f == nil {
		return nil, nil, nil
	}
	file, passed, err := s.Read(f, s.Stdin)
	switch {
	case err != nil && s.Absent != nil && s.Absent(err):
		return nil, nil, nil
	case err != nil || file == nil:
		return nil, passed, err
	}
	return file, passed, problem(file)
}

// problem returns the first error of a file that cannot be parsed completely.
func problem(file *source.File) error {
	if errs := file.Unreadable(); len(errs) > 0 {
		return errs[0]
	}
	return nil
}

// given adds the CRDs of files that are already read.
func (s *Set) given(files []*source.File) error {
	for _, f := range files {
		if err := problem(f); err != nil {
			return err
		}
		s.Add(f)
	}
	return s.checkCopies()
}

// unchanged reports whether two documents have the same text.
func unchanged(old, new *source.Document) bool {
	return len(old.Text) > 0 && bytes.Equal(old.Text, new.Text)
}

func (s *Set) addAll(docs []*source.Document) {
	for _, d := range docs {
		s.add(d)
	}
}
