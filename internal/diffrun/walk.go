package diffrun

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"path"
	"path/filepath"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/files"
	"github.com/crdtool/crdtool/internal/inorder"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/report"
)

// Side is the files of one of the two sets.
type Side struct {
	*files.List
	Stdin io.Reader
	// Given are files that have been read already.
	Given []*source.File
	// Absent reports whether an error means that the set has no such file; nil if none
	// does.
	Absent func(error) bool
}

// Run compares the CRDs of two sets, and hands each that is on either side to emit, on one
// goroutine and in the order of the files; what both have in files of different names
// comes last. Of copies that change alike only the first is handed on. Elsewhere looks for
// old CRDs that the set lacks, by their names; nil for nowhere. A file that can't be read
// is an error: what is not compared would pass as unchanged.
func (d *Differ) Run(ctx context.Context, old, new Side, elsewhere func(names map[string]bool) (*Set, error), emit func(report.CRDDiff) error) error {
	once := onlyOnce{emit: emit, seen: map[string]map[uint64]bool{}}
	var leftOld, leftNew Set
	if err := errors.Join(leftOld.given(old.Given), leftNew.given(new.Given)); err != nil {
		return err
	}
	err := inorder.Do(ctx, align(old.Files, new.Files), func(p filePair) compared {
		return d.files(&p, &old, &new)
	}, func(c compared) error {
		if c.err != nil {
			return c.err
		}
		if d.Passed != nil {
			d.Passed(c.passed)
		}
		leftOld.addAll(c.old)
		leftNew.addAll(c.new)
		return once.all(c.diffs)
	})
	if err != nil {
		return err
	}
	if elsewhere != nil {
		if names := leftOld.Lacks(&leftNew); len(names) > 0 {
			more, err := elsewhere(names)
			if err != nil {
				return err
			}
			leftOld.merge(more)
		}
	}
	err = inorder.Do(ctx, Pairs(&leftOld, &leftNew), func(p Pair) report.CRDDiff {
		d.notify(p.Old, p.New)
		switch {
		case p.Old == nil:
			return d.settled(p.New, d.Added(p.New))
		case p.New == nil:
			return d.settled(nil, d.Removed(p.Old))
		}
		return d.settled(p.New, d.Compare(p.Old, p.New))
	}, once.one)
	if err != nil {
		return err
	}
	return once.rest()
}

// filePair is a file on both sides, or on one.
type filePair struct{ old, new *files.File }

// compared is what comes of two files.
type compared struct {
	diffs []report.CRDDiff
	// old and new are the CRDs that the other file lacks.
	old, new []*source.Document
	// passed is what was passed over of the new file.
	passed []files.Passed
	err    error
}

// files compares the CRDs of two files, and gives up their memory if nothing is left.
func (d *Differ) files(p *filePair, old, new *Side) (c compared) {
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
	if err := cmp.Or(before.twice(), after.twice()); err != nil {
		return compared{err: err}
	}
	c.passed = passed
	kept := false
	for _, doc := range after.docs {
		twins := before.byName[nameOf(doc)]
		if len(twins) == 0 {
			c.new = append(c.new, doc)
			continue
		}
		kept = d.notify(twins[0], doc) || kept
		c.diffs = append(c.diffs, d.settled(doc, d.Compare(twins[0], doc)))
	}
	for _, doc := range before.docs {
		if len(after.byName[nameOf(doc)]) == 0 {
			c.old = append(c.old, doc)
		}
	}
	if len(c.old) == 0 && was != nil && !kept {
		was.Release()
	}
	if len(c.new) == 0 && is != nil && !kept {
		is.Release()
	}
	return c
}

// read reads a file of a side, nil if there is none, and tells what it passes over.
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

// problem is the error for a file of which not everything can be read.
func problem(file *source.File) error {
	for i := range file.Problems {
		if p := &file.Problems[i]; p.Severity != finding.Info {
			return fmt.Errorf("%s:%d: %s", file.Name, p.Pos.Line, p.Message)
		}
	}
	return nil
}

// given takes up the CRDs of files that have been read.
func (s *Set) given(files []*source.File) error {
	for _, f := range files {
		if err := problem(f); err != nil {
			return err
		}
		s.Add(f)
	}
	return s.twice()
}

// align pairs the files of two lists whose names end alike, each once.
func align(old, new []files.File) []filePair {
	byBase := map[string][]int{}
	for i := range old {
		base := path.Base(filepath.ToSlash(old[i].Name))
		byBase[base] = append(byBase[base], i)
	}
	taken := make([]bool, len(old))
	pairs := make([]filePair, 0, max(len(old), len(new)))
	for j := range new {
		p := filePair{new: &new[j]}
		best, most := -1, 0
		for _, i := range byBase[path.Base(filepath.ToSlash(new[j].Name))] {
			if n := alike(old[i].Name, new[j].Name); !taken[i] && n > most {
				best, most = i, n
			}
		}
		if best >= 0 {
			p.old, taken[best] = &old[best], true
		}
		pairs = append(pairs, p)
	}
	for i := range old {
		if !taken[i] {
			pairs = append(pairs, filePair{old: &old[i]})
		}
	}
	return pairs
}

// onlyOnce hands on what changes, of copies that change alike the first.
type onlyOnce struct {
	emit func(report.CRDDiff) error
	// seen are the changes that were handed on, by name.
	seen map[string]map[uint64]bool
	// same are the CRDs that did not change, as long as no copy did.
	same []report.CRDDiff
}

func (o *onlyOnce) all(diffs []report.CRDDiff) error {
	for i := range diffs {
		if err := o.one(diffs[i]); err != nil {
			return err
		}
	}
	return nil
}

func (o *onlyOnce) one(c report.CRDDiff) error {
	if len(c.Changes) == 0 {
		o.same = append(o.same, c)
		return nil
	}
	h := fnv.New64a()
	for i := range c.Changes {
		ch := &c.Changes[i]
		for _, s := range [...]string{ch.Code, ch.Version, ch.Field, ch.Keyword, ch.Message} {
			_, _ = io.WriteString(h, s) // it never fails
			_, _ = h.Write([]byte{0})
		}
	}
	sum := h.Sum64()
	if o.seen[c.Name][sum] {
		return nil
	}
	if o.seen[c.Name] == nil {
		o.seen[c.Name] = map[uint64]bool{}
	}
	o.seen[c.Name][sum] = true
	return o.emit(c)
}

// rest hands on what did not change in any copy.
func (o *onlyOnce) rest() error {
	for _, c := range o.same {
		if o.seen[c.Name] == nil {
			o.seen[c.Name] = map[uint64]bool{}
			if err := o.emit(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// unchanged reports whether two documents are written alike.
func unchanged(old, new *source.Document) bool {
	return len(old.Text) > 0 && bytes.Equal(old.Text, new.Text)
}

// merge takes up the CRDs of another set.
func (s *Set) merge(of *Set) {
	if of != nil {
		s.addAll(of.docs)
	}
}

func (s *Set) addAll(docs []*source.Document) {
	for _, d := range docs {
		s.add(d)
	}
}
