package celcost

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// Needs returns for each expression the indexes of the bounds that it needs: without one of them, and with all others,
// it costs more than limit. If it needs none of them, the result has all bounds that change its cost.
func Needs(t *schematree.Tree, all []Expression, bounds []Bound, limit uint64) [][]int {
	whole := chosen{}
	for i := range bounds {
		whole[bounds[i].Node] = bounds[i].Value
	}
	needs := make([][]int, len(all))
	for i := range all {
		m := newMeasure(t, &all[i])
		least := m.total(whole)
		var matter []int
		for j := range bounds {
			b := &bounds[j]
			if _, reads := m.reads[b.Node]; !reads && !slices.Contains(m.around, b.Node) {
				continue
			}
			delete(whole, b.Node)
			without := m.total(whole)
			whole[b.Node] = b.Value
			if without > limit {
				needs[i] = append(needs[i], j)
			}
			if without > least {
				matter = append(matter, j)
			}
		}
		if needs[i] == nil {
			needs[i] = matter
		}
	}
	return needs
}

// HasValue reports whether the schema already has the keyword of a bound, with a value that is too high.
func (b *Bound) HasValue(t *schematree.Tree) (value int64, has bool) {
	s := t.Nodes[b.Node].Schema
	at := s.MaxItems
	switch b.Keyword {
	case "maxLength":
		at = s.MaxLength
	case "maxProperties":
		at = s.MaxProperties()
	}
	if at == nil {
		return 0, false
	}
	return *at, true
}
