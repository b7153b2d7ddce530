package gotypes

import (
	"slices"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Wish is a change that one of some CRDs is to have, with its plan.
type Wish struct {
	// Case is the number of the CRD.
	Case    int
	Changes []finding.Change
	Plan    *Plan
}

// maxVerified bounds how often plans are verified to find those that change what nobody
// asked for. What is not known to be right then is left out.
const maxVerified = 60

// Choose finds those of some wishes, all of one module, that can be made at once without
// changing anything else of any of the CRDs. Wishes for the same edit are granted together
// or not at all. A CRD that is not what its types say, and of which nothing is to be
// changed, has no say: it was generated at another time.
func Choose(crds []Case, wishes []Wish) (all *Plan, granted []bool) {
	c := chooser{crds: crds, wishes: wishes, fresh: map[int]bool{}}
	kept := c.keep(c.groups())
	granted = make([]bool, len(wishes))
	for _, g := range kept {
		for _, i := range g {
			granted[i] = true
		}
	}
	all, _ = c.together(kept)
	return all, granted
}

type chooser struct {
	crds     []Case
	wishes   []Wish
	fresh    map[int]bool
	verified int
}

// groups are the numbers of wishes, those together that have an edit in common.
func (c *chooser) groups() (all [][]int) {
	of := map[textEdit]int{} // the group of an edit
	into := make([]int, len(c.wishes))
	root := func(i int) int {
		for into[i] != i {
			i = into[i]
		}
		return i
	}
	for i := range c.wishes {
		into[i] = i
		for _, e := range c.wishes[i].Plan.edits {
			if j, ok := of[e]; ok {
				a, b := root(i), root(j)
				into[max(a, b)] = min(a, b)
			} else {
				of[e] = i
			}
		}
	}
	place := map[int]int{}
	for i := range c.wishes {
		r := root(i)
		if _, ok := place[r]; !ok {
			place[r] = len(all)
			all = append(all, nil)
		}
		all[place[r]] = append(all[place[r]], i)
	}
	return all
}

// keep are the groups that do no harm.
func (c *chooser) keep(groups [][]int) [][]int {
	if len(groups) == 0 || c.right(groups) {
		return groups
	}
	if len(groups) == 1 {
		return nil
	}
	half := len(groups) / 2
	a, b := c.keep(groups[:half]), c.keep(groups[half:])
	if both := slices.Concat(a, b); len(a) > 0 && len(b) > 0 && !c.right(both) {
		return a
	}
	return slices.Concat(a, b)
}

// together is the plan of groups, and whether all of them can be made at once.
func (c *chooser) together(groups [][]int) (*Plan, bool) {
	var plans []*Plan
	for _, g := range groups {
		for _, i := range g {
			plans = append(plans, c.wishes[i].Plan)
		}
	}
	all, used := together(plans)
	return all, !slices.Contains(used, false)
}

// right reports whether groups can be made at once, and change what they should.
func (c *chooser) right(groups [][]int) bool {
	plan, ok := c.together(groups)
	if c.verified++; !ok || c.verified > maxVerified {
		return false
	}
	changes := make([][]finding.Change, len(c.crds))
	for _, g := range groups {
		for _, i := range g {
			w := &c.wishes[i]
			changes[w.Case] = append(changes[w.Case], w.Changes...)
		}
	}
	var cases []Case
	for i := range c.crds {
		if len(changes[i]) == 0 && !c.isFresh(i) {
			continue
		}
		one := c.crds[i]
		one.Changes = changes[i]
		cases = append(cases, one)
	}
	return plan.Verify(cases)
}

func (c *chooser) isFresh(i int) bool {
	fresh, ok := c.fresh[i]
	if !ok {
		fresh = c.crds[i].Fresh()
		c.fresh[i] = fresh
	}
	return fresh
}
