package edit

import "sort"

// layout is a set of edits that do not overlap, in the order of the text.
type layout []Edit

// add takes the edits of a plan in, unless one of them overlaps with what is there.
func (l *layout) add(plan []Edit) bool {
	for _, e := range plan {
		i := l.place(e)
		if i > 0 && (*l)[i-1].End > e.Start || i < len(*l) && e.End > (*l)[i].Start {
			return false
		}
	}
	for _, e := range plan {
		i := l.place(e)
		*l = append(*l, Edit{})
		copy((*l)[i+1:], (*l)[i:])
		(*l)[i] = e
	}
	return true
}

// place is the index at which an edit belongs, behind those at its own place.
func (l *layout) place(e Edit) int {
	return sort.Search(len(*l), func(i int) bool {
		return (*l)[i].Start > e.Start || (*l)[i].Start == e.Start && (*l)[i].End > e.End
	})
}
