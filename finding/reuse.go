package finding

import "sync"

// Findings are large, and most documents have only a few: lists of them are used again.
var lists sync.Pool

// mostReused is how long a list is at most that is used again.
const mostReused = 1 << 10

// NewList returns an empty list, which may be one that was given up.
func NewList() List {
	l, _ := lists.Get().(*List)
	if l == nil {
		return nil
	}
	return *l
}

// Release gives a list up, for others to use. Nobody may have any of it left.
func (l List) Release() {
	if cap(l) == 0 || cap(l) > mostReused {
		return
	}
	clear(l)
	l = l[:0]
	lists.Put(&l)
}
