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

// beside reports whether an edit of a plan would stand next to one that is there, of which
// one takes text away: nothing but blank space is between them.
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

// place is the index at which an edit belongs, behind those at its own place.
func (l *layout) place(e Edit) int {
	return sort.Search(len(*l), func(i int) bool {
		return (*l)[i].Start > e.Start || (*l)[i].Start == e.Start && (*l)[i].End > e.End
	})
}
