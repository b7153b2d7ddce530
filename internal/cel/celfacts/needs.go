package celfacts

import "github.com/crdtool/crdtool/internal/cel/celcost"

// Needs reports whether a CEL rule certainly accepts no value without a field.
func (rs *Rules) Needs(e *celcost.Expression, field *Place) bool {
	ev := newEvaluator(rs, e)
	ev.absent = field.text
	passes := false
	whole := ev.each(func() bool {
		passes = passes || ev.outcomeOf(e) == isTrue
		return true
	})
	return whole && !passes
}
