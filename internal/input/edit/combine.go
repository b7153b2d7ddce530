package edit

import "github.com/crdtool/crdtool/internal/input/source"

// Together returns the indexes of planned requests that can be applied at once, and their edits. Of requests that
// conflict it returns the first; the others are for the edited text. It may miss combinations, to stay fast.
func Together(f *source.File, requests []Request, plans [][]Edit) (chosen []int, edits []Edit) {
	p := newProof(f, requests, plans)
	var taken layout
	var apart []int
	for i, plan := range plans {
		if plan != nil && taken.add(plan) {
			apart = append(apart, i)
		}
	}
	chosen = p.agree(apart)
	for _, i := range chosen {
		edits = append(edits, plans[i]...)
	}
	Sort(edits)
	return chosen, edits
}

// agree returns requests of a group that are right together.
func (p *proof) agree(group []int) []int {
	if len(group) == 0 || p.right(group) {
		return group
	}
	if len(group) == 1 {
		return nil
	}
	a, b := p.agree(group[:len(group)/2]), p.agree(group[len(group)/2:])
	both := append(append([]int{}, a...), b...)
	if len(a) == 0 || len(b) == 0 || p.right(both) {
		return both
	}
	return a
}
