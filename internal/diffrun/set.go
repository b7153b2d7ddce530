package diffrun

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/digest"
	"github.com/crdtool/crdtool/internal/source"
)

// A Set has CRDs by name. A CRD may stand in several files: where it is generated, in a
// chart, in a release.
type Set struct {
	byName map[string][]*source.Document
	docs   []*source.Document
}

// Add takes up the CRDs of a file, and keeps the file.
func (s *Set) Add(f *source.File) {
	if f == nil {
		return
	}
	for _, d := range f.Documents {
		if d.MeantAsCRD() {
			s.add(d)
		}
	}
}

// twice is the error for a CRD that stands in a file with different content: nobody can
// tell which one counts.
func (s *Set) twice() error {
	type place struct {
		file *source.File
		name string
	}
	type first struct {
		doc *source.Document
		sum uint64
	}
	firsts := map[place]first{} // all before another are the same
	for _, d := range s.docs {
		name := nameOf(d)
		if len(s.byName[name]) == 1 {
			continue
		}
		at := place{d.File, name}
		sum := digest.Of(d.Root)
		if f, again := firsts[at]; !again {
			firsts[at] = first{d, sum}
		} else if f.sum != sum {
			return fmt.Errorf("%s:%d: the CRD %s is also in line %d, with different content; remove one", d.File.Name, d.Line(), name, f.doc.Line())
		}
	}
	return nil
}

func (s *Set) add(d *source.Document) {
	if s.byName == nil {
		s.byName = map[string][]*source.Document{}
	}
	name := nameOf(d)
	s.byName[name] = append(s.byName[name], d)
	s.docs = append(s.docs, d)
}

// Lacks returns the names of CRDs that another set has and this one lacks.
func (s *Set) Lacks(of *Set) map[string]bool {
	lacks := map[string]bool{}
	for name := range of.byName {
		if len(s.byName[name]) == 0 {
			lacks[name] = true
		}
	}
	return lacks
}

// AddNamed is Add for the CRDs of some names alone.
func (s *Set) AddNamed(f *source.File, names map[string]bool) {
	var all Set
	all.Add(f)
	for _, d := range all.docs {
		if names[nameOf(d)] {
			s.add(d)
		}
	}
}

func nameOf(d *source.Document) string {
	name, _ := source.String(source.Field(source.Field(d.Root, "metadata"), "name"))
	return strings.Clone(name)
}

// A Pair is a CRD on both sides, or on one.
type Pair struct {
	Name     string
	Old, New *source.Document
}

// Pairs pairs the CRDs of two sets by name, sorted. Where one has several copies, those in
// files of the same name stand beside one another; copies that say the same count once.
func Pairs(old, new *Set) []Pair {
	var all []Pair
	for name, now := range new.byName {
		was := firstInFiles(old.byName[name])
		seen := map[uint64]bool{}
		for _, d := range now {
			p := Pair{Name: name, New: d, Old: beside(d, was)}
			if len(now) == 1 {
				all = append(all, p)
				continue
			}
			sum := digest.Of(d.Root)
			if p.Old != nil {
				sum = sum*31 + digest.Of(p.Old.Root)
			}
			if !seen[sum] {
				seen[sum] = true
				all = append(all, p)
			}
		}
	}
	for name, was := range old.byName {
		if len(new.byName[name]) == 0 {
			all = append(all, Pair{Name: name, Old: was[0]})
		}
	}
	slices.SortStableFunc(all, func(a, b Pair) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(file(a.New), file(b.New))) })
	return all
}

func file(d *source.Document) string {
	if d == nil {
		return ""
	}
	return d.File.Name
}

// firstInFiles are the first documents of each file, which may have very many copies.
func firstInFiles(docs []*source.Document) []*source.Document {
	if len(docs) < 2 {
		return docs
	}
	var firsts []*source.Document
	there := map[*source.File]bool{}
	for _, d := range docs {
		if !there[d.File] {
			there[d.File] = true
			firsts = append(firsts, d)
		}
	}
	return firsts
}

// beside returns the one of several documents whose file is named most like that of
// another.
func beside(d *source.Document, among []*source.Document) *source.Document {
	var best *source.Document
	most := -1
	for _, other := range among {
		if n := alike(d.File.Name, other.File.Name); n > most {
			best, most = other, n
		}
	}
	return best
}

// alike is how many of the last elements two names have in common.
func alike(a, b string) int {
	x, y := strings.Split(filepath.ToSlash(a), "/"), strings.Split(filepath.ToSlash(b), "/")
	n := 0
	for n < len(x) && n < len(y) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}
