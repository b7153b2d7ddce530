package edit

import "sort"

// A layout is a set of edits that do not overlap, in the order of the text.
type layout []Edit

// add adds the edits of a plan, unless one of them overlaps with an edit of the layout.
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

// beside reports whether only white space is between an edit of a plan and one of the layout, and one of them
// removes text.
func (l *layout) beside(plan []Edit, text []byte) bool {
	next := func(a, b Edit) bool {
		return (a.Start < a.End || b.Start < b.End) && a.End <= b.Start && blank(text[a.End:b.Start])
	}
	for _, e := range plan {
		i := l.place(e)
		if i > 0 && next((*l)[i-1], e) || i < len(*l) && next(e, (*l)[i]) {
			return true
		}
	}
	return false
}

func blank(text []byte) bool {
	for _, c := range text {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return true
}

// place returns the index of an edit in the layout, after edits at the same place.
func (l *layout) place(e Edit) int {
	return sort.Search(len(*l), func(i int) bool {
		return (*l)[i].Start > e.Start || (*l)[i].Start == e.Start && (*l)[i].End > e.End
	})
}
