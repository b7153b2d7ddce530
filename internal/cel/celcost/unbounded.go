package celcost

import "github.com/crdtool/crdtool/internal/schemas/schematree"

// Unbounded returns bounds for unbounded places that make an expression cost more than limit: lists, maps and strings
// that it iterates over, and lists and maps around it, for each of whose items it is executed. With all of them it
// costs no more. Unbounded returns nil if the expression already costs no more, or if bounds at such places do not
// help.
func Unbounded(t *schematree.Tree, e *Expression, limit uint64) []Bound {
	if e.Total <= limit {
		return nil
	}
	s := newSearch(t, []Expression{*e}, func(total, _ uint64) bool { return total > limit })
	at := map[int32]*boundable{}
	free, _ := s.boundables(t, at)
	best := s.best(free)
	if best == nil {
		return nil
	}
	return best.list(t, at)
}
