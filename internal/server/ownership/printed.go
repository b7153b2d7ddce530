package ownership

import (
	"slices"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

// eachPrinted calls a function for each member of a set, as it is printed, in the order of
// fieldpath.Set: those of a place before what lies below them.
func (s *pathSet) eachPrinted(at []byte, read bool, fn func(path string), err *error) {
	branches, failed := s.branches(read)
	if failed != nil {
		*err = failed
		return
	}
	for _, b := range branches {
		if b.of.member {
			fn(string(append(at, b.text...)))
		}
	}
	for _, b := range branches {
		if len(b.of.below) > 0 {
			b.of.eachPrinted(append(at[:len(at):len(at)], b.text...), read, fn, err)
		}
	}
}

// branch is what lies below an element of a path, and how that is printed.
type branch struct {
	text string
	of   *pathSet
}

// branches are those of a set in their order, as the library has it.
func (s *pathSet) branches(read bool) ([]branch, error) {
	type placed struct {
		branch
		pe fieldpath.PathElement
	}
	all := make([]placed, 0, len(s.below))
	for element, of := range s.below {
		pe, err := fieldpath.DeserializePathElement(element)
		if err != nil {
			return nil, err
		}
		if !read {
			integers(pe)
		}
		all = append(all, placed{branch{pe.String(), of}, pe})
	}
	slices.SortFunc(all, func(a, b placed) int { return a.pe.Compare(b.pe) })
	out := make([]branch, len(all))
	for i := range all {
		out[i] = all[i].branch
	}
	return out, nil
}

// integers turns the numbers of a path element that was read into integers.
func integers(pe fieldpath.PathElement) {
	turn := func(v *value.Value) {
		if (*v).IsFloat() {
			*v = value.NewValueInterface(int64((*v).AsFloat()))
		}
	}
	if pe.Value != nil {
		turn(pe.Value)
	}
	if pe.Key != nil {
		for i := range *pe.Key {
			turn(&(*pe.Key)[i].Value)
		}
	}
}
