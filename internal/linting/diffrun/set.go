package diffrun

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/digest"
	"github.com/crdtool/crdtool/internal/input/source"
)

// A Set has CRDs by name. Several files may have copies of a CRD: the generated file, a chart, a release.
type Set struct {
	byName map[string][]*source.Document
	docs   []*source.Document
}

// Add adds the CRDs of a file, and keeps the file.
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

// checkCopies returns an error if one file has a CRD twice with different content: it is unclear which
// one counts.
func (s *Set) checkCopies() error {
	type place struct {
		file *source.File
		name string
	}
	type first struct {
		doc *source.Document
		sum uint64
	}
	firsts := map[place]first{} // later ones are equal so far
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

// Lacks returns the names of the CRDs that only the other set has.
func (s *Set) Lacks(of *Set) map[string]bool {
	lacks := map[string]bool{}
	for name := range of.byName {
		if len(s.byName[name]) == 0 {
			lacks[name] = true
		}
	}
	return lacks
}

// AddNamed adds the CRDs of a file that have one of these names.
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

// A Pair is a CRD on both sides, or on one side.
type Pair struct {
	Name     string
	Old, New *source.Document
}

// drop removes the CRDs with these names.
func (s *Set) drop(names map[string]bool) {
	for name := range names {
		delete(s.byName, name)
	}
	s.docs = slices.DeleteFunc(s.docs, func(d *source.Document) bool { return names[nameOf(d)] })
}

// Pairs pairs the CRDs of two sets by name, sorted. Of several copies, equal ones are paired first, then those
// with similar file names. Equal copies count once.
func Pairs(old, new *Set) []Pair {
	var all []Pair
	for name, now := range new.byName {
		was := copiesOf(served(old.byName[name]))
		seen := map[uint64]bool{}
		for _, d := range copiesOf(served(now)) {
			p := Pair{Name: name, New: d.Document}
			sum := d.sum
			if twin := d.counterpart(was); twin != nil {
				p.Old = twin.Document
				sum = sum*31 + twin.sum
			}
			if !seen[sum] {
				seen[sum] = true
				all = append(all, p)
			}
		}
	}
	for name, was := range old.byName {
		if len(new.byName[name]) == 0 {
			all = append(all, Pair{Name: name, Old: served(was)[0]})
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

// served returns the copies of a CRD in apiextensions.k8s.io/v1, which servers accept, or all if there are
// none.
func served(docs []*source.Document) []*source.Document {
	isV1 := func(d *source.Document) bool { return d.IsCRD() }
	if !slices.ContainsFunc(docs, isV1) {
		return docs
	}
	return slices.DeleteFunc(slices.Clone(docs), func(d *source.Document) bool { return !isV1(d) })
}

// crdCopy is one of several documents with the same CRD.
type crdCopy struct {
	*source.Document
	sum      uint64
	elements []string
}

// copiesOf returns the copies without those that counterpart cannot distinguish: a file may have very many
// equal ones.
func copiesOf(docs []*source.Document) []crdCopy {
	type form struct {
		file   *source.File
		sum    uint64
		length int
	}
	there := map[form]bool{}
	list := make([]crdCopy, 0, len(docs))
	for _, d := range docs {
		c := crdCopy{d, digest.Of(d.Root), elements(d.File.Name)}
		if as := (form{d.File, c.sum, len(d.Text)}); !there[as] {
			there[as] = true
			list = append(list, c)
		}
	}
	return list
}

// counterpart returns the copy that c was most likely made from: it has the same content, is not of a release,
// has the most similar file name, or about the same length.
func (c *crdCopy) counterpart(among []crdCopy) *crdCopy {
	if len(among) == 0 {
		return nil
	}
	other := func(yes bool) int {
		if yes {
			return 0
		}
		return 1
	}
	best := slices.MinFunc(among, func(a, b crdCopy) int {
		return cmp.Or(
			other(a.sum == c.sum)-other(b.sum == c.sum),
			other(!source.IsPast(a.File.Name, c.File.Name))-other(!source.IsPast(b.File.Name, c.File.Name)),
			commonElements(b.elements, c.elements)-commonElements(a.elements, c.elements),
			cmp.Compare(c.lengthDifference(&a), c.lengthDifference(&b)),
		)
	})
	return &best
}

// lengthDifference returns by how many bytes the lengths of two copies differ.
func (c *crdCopy) lengthDifference(other *crdCopy) int {
	n := len(c.Text) - len(other.Text)
	return max(n, -n)
}
