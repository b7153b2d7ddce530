package celcost

import (
	"cmp"
	"math"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// Remedy returns the smallest change of bounds with which an expression costs no more than limit: few bounds, and none
// tighter than necessary. Each bound is one of Steps; without any of them, or with one raised to the next step, the
// expression costs too much. It returns nil if the expression already costs no more, and false if no bounds help, as
// for comparisons of optionals.
//
// The bounds are checked by a new estimate of the schema with them. With hundreds of possible bounds, the search ends
// early: the result then suffices, but fewer or looser bounds might, too.
func (c *Checker) Remedy(t *schematree.Tree, e *Expression, limit uint64) ([]Bound, bool) {
	return c.remedy(t, []Expression{*e}, func(total, _ uint64) bool { return total > limit })
}

// RemedyAll returns the smallest change of bounds with which all expressions of a schema stay within both limits.
func (c *Checker) RemedyAll(t *schematree.Tree, r *Result) ([]Bound, bool) {
	return c.remedy(t, r.Expressions, func(total, sum uint64) bool { return total > ExpressionLimit || sum > CRDLimit })
}

// caps are the bounds with which a search begins, from the loosest: for strings, and for lists and maps.
var caps = [...]struct{ text, list int64 }{
	{65536, 8192}, {4096, 1024}, {1024, 256}, {253, 128}, {253, 64}, {128, 32}, {64, 16}, {32, 8}, {16, 4}, {8, 2}, {4, 1}, {1, 1},
}

// search looks for bounds with which expressions stay within the limits.
type search struct {
	measures []*measure
	// total returns the cost with bounds of the expression with an index in measures.
	total func(i int, c chosen) uint64
	count int // the number of expressions
	// over reports whether the total of one expression, or the sum up to it, exceeds a limit.
	over   func(total, sum uint64) bool
	places []*boundable
	// estimates counts the requested estimates.
	estimates int
}

func newSearch(t *schematree.Tree, all []Expression, over func(total, sum uint64) bool) *search {
	s := &search{count: len(all), over: over}
	for i := range all {
		s.measures = append(s.measures, newMeasure(t, &all[i]))
	}
	s.total = func(i int, c chosen) uint64 { return s.measures[i].total(c) }
	return s
}

// mostEstimates limits the estimates for loosening bounds. Most of them are cached, since the expression reads none of
// the changed bounds.
const mostEstimates = 2_000_000

func (s *search) spent() bool { return s.estimates > mostEstimates }

func (c *Checker) remedy(t *schematree.Tree, all []Expression, over func(total, sum uint64) bool) ([]Bound, bool) {
	s := newSearch(t, all, over)
	if s.fits(nil) {
		return nil, true
	}
	at := map[int32]*boundable{}
	free, every := s.boundables(t, at)
	best := s.best(free)
	if best == nil {
		best = s.best(every)
	}
	// If best is nil, the unchanged schema is checked and exceeds a limit.
	if !c.holds(t, all, best, over) {
		return nil, false
	}
	return best.list(t, at), true
}

// boundables returns the nodes that have no bound yet, and all nodes with a bound that can be lowered or added.
func (s *search) boundables(t *schematree.Tree, at map[int32]*boundable) (free, every []*boundable) {
	add := func(m *measure, id int32, held int64) {
		if at[id] != nil {
			return
		}
		b := boundableAt(t, id, m.expression.server.sizes)
		if b == nil {
			return
		}
		if b.steps = b.below(held); len(b.steps) > 0 {
			at[id] = b
		}
	}
	for _, m := range s.measures {
		for _, id := range m.order {
			add(m, id, m.reads[id])
		}
		for _, id := range m.around {
			held := int64(math.MaxInt64)
			if most, ok := elements(t.Nodes[id].Schema); ok {
				held = int64(most)
			}
			add(m, id, held)
		}
	}
	for _, b := range at {
		every = append(every, b)
		if b.has == nil {
			free = append(free, b)
		}
	}
	byNode := func(a, b *boundable) int { return int(a.node) - int(b.node) }
	slices.SortFunc(free, byNode)
	slices.SortFunc(every, byNode)
	return free, every
}

func (s *search) fits(c chosen) bool {
	_, fits := s.sum(c)
	return fits
}

// sum returns the cost of all expressions, if it fits. Estimates that are skipped after the sum does not fit count as
// well, so that the search always ends at the same place.
func (s *search) sum(c chosen) (sum uint64, fits bool) {
	s.estimates += s.count
	for i := range s.count {
		total := s.total(i, c)
		if sum = add(sum, total); s.over(total, sum) {
			return 0, false
		}
	}
	return sum, true
}

// best returns the bounds that restrict least among the results of several initial bounds; nil if no bounds of these
// places suffice.
func (s *search) best(places []*boundable) chosen {
	s.places = places
	var best chosen
	var beginnings []chosen
	for _, cap := range caps {
		c := chosen{}
		for _, b := range places {
			most := cap.list
			if b.keyword == "maxLength" {
				most = cap.text
			}
			c[b.node] = b.atMost(most)
		}
		if s.fits(c) {
			beginnings = append(beginnings, c)
		}
		if len(beginnings) == 5 {
			break
		}
	}
	s.estimates = 0 // estimates for the initial bounds do not count
	for _, c := range beginnings {
		s.loosen(c)
		if best == nil || s.tightness(c) < s.tightness(best) {
			best = c
		}
	}
	return best
}

// atMost returns the largest step up to a value. The lowest step is 1.
func (b *boundable) atMost(value int64) int64 {
	var most int64
	for _, step := range b.steps {
		if step <= value {
			most = step
		}
	}
	return most
}

// next returns the step after a value; 0 if there is none.
func (b *boundable) next(value int64) int64 {
	for _, step := range b.steps {
		if step > value {
			return step
		}
	}
	return 0
}

// loosen removes unnecessary bounds and raises the others as far as possible. Afterwards none of the bounds can be
// removed: the cost without it was too high, and raising the others only increases it.
func (s *search) loosen(c chosen) {
	s.drop(c)
	for !s.spent() && s.raise(c) {
	}
}

// drop removes bounds that are not needed, first those that change the cost least.
func (s *search) drop(c chosen) {
	for {
		var least *boundable
		var lowest uint64
		for _, b := range s.places {
			value, ok := c[b.node]
			if !ok {
				continue
			}
			if s.spent() {
				return
			}
			delete(c, b.node)
			sum, fits := s.sum(c)
			c[b.node] = value
			if !fits {
				continue
			}
			if least == nil || sum < lowest {
				least, lowest = b, sum
			}
		}
		if least == nil {
			return
		}
		delete(c, least.node)
	}
}

// raise raises one bound by a step: the tightest for which the costs fit. It reports whether it raised one.
func (s *search) raise(c chosen) bool {
	var set []*boundable
	for _, b := range s.places {
		if _, ok := c[b.node]; ok {
			set = append(set, b)
		}
	}
	slices.SortStableFunc(set, func(a, b *boundable) int { return cmp.Compare(a.looseness(c[a.node]), b.looseness(c[b.node])) })
	for _, b := range set {
		value := c[b.node]
		step := b.next(value)
		if step == 0 {
			continue
		}
		c[b.node] = step
		if s.fits(c) {
			return true
		}
		c[b.node] = value
	}
	return false
}

// tightness returns how much bounds restrict together: each one counts, a low one more.
func (s *search) tightness(c chosen) (sum int) {
	for _, b := range s.places {
		if value, ok := c[b.node]; ok {
			sum += 5 - b.looseness(value)
		}
	}
	return sum
}

// holds checks bounds with an estimate of the schema that has them.
func (c *Checker) holds(t *schematree.Tree, all []Expression, bounds chosen, over func(total, sum uint64) bool) bool {
	bounded := schematree.New(withBounds(t, bounds), nil)
	r := c.Check(bounded, func(int32) bool { return true }, Options{})
	type place struct {
		node    int32
		rule    int
		message bool
	}
	now := map[place]uint64{}
	for i := range r.Expressions {
		e := &r.Expressions[i]
		now[place{e.Node, e.Rule, e.Message}] = e.Total
	}
	var sum uint64
	for i := range all {
		total, ok := now[place{all[i].Node, all[i].Rule, all[i].Message}]
		if sum = add(sum, total); !ok || over(total, sum) {
			return false
		}
	}
	return true
}
