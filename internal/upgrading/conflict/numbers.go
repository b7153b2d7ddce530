package conflict

import (
	"math"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
)

// ofNumbers returns a conflict if no number satisfies minimum, maximum and multipleOf of all nodes. It ignores
// limits that the server cannot read, which are for the rule unreadable-bound.
func ofNumbers(nodes []*schematree.Node, integer bool) *Conflict {
	var low, high limit
	for _, n := range nodes {
		if n.Minimum != nil {
			l := limit{"minimum", *n.Minimum, n.ExclusiveMinimum, n}
			if !low.set() || l.value > low.value || l.value == low.value && l.exclusive {
				low = l
			}
		}
		if n.Maximum != nil {
			l := limit{"maximum", *n.Maximum, n.ExclusiveMaximum, n}
			if !high.set() || l.value < high.value || l.value == high.value && l.exclusive {
				high = l
			}
		}
		if n.MultipleOf() != nil && *n.MultipleOf() <= 0 {
			f := limit{keyword: "multipleOf", value: *n.MultipleOf(), by: n}
			return conflictOf(f, f, "no number satisfies %s, which must be greater than 0", f)
		}
	}
	if !low.set() || !high.set() {
		return nil
	}
	if apart(low, high, low.value, high.value) {
		// The server compares integers with the truncated limit.
		if !apart(low, high, math.Trunc(low.value), math.Trunc(high.value)) || !validate.BoundHoldable(low.value) || !validate.BoundHoldable(high.value) {
			return nil
		}
		return conflictOf(low, high, "no number satisfies both %s and %s", low, high)
	}
	if !integer || !exact(low.value) || !exact(high.value) {
		return nil
	}
	least, most := low.value, high.value
	if low.exclusive {
		least++
	}
	if high.exclusive {
		most--
	}
	if least > most {
		return conflictOf(low, high, "no integer satisfies both %s and %s", low, high)
	}
	for _, n := range nodes {
		if m := n.MultipleOf(); m != nil && exact(*m) && math.Ceil(least / *m)**m > most {
			f := limit{keyword: "multipleOf", value: *m, by: n}
			return conflictOf(f, low, "no integer satisfies %s with %s and %s", f, low, high)
		}
	}
	return nil
}

// apart reports whether no number is between two ends with these values.
func apart(low, high limit, least, most float64) bool {
	return least > most || least == most && (low.exclusive || high.exclusive)
}

// exact reports whether a number is an integer that float64 represents without rounding.
func exact(v float64) bool { return v == math.Trunc(v) && math.Abs(v) < 1<<52 }
