package coverage

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/report"
)

// missing describes the effects of a constraint that were not seen; "" if all were seen.
func missing(c *report.ConstraintCoverage) string {
	switch constraint.Effect(c.Effect) {
	case constraint.Allows:
		return unless(c.Met > 0, "never used")
	case constraint.Fills:
		return unless(c.Met > 0, "never filled in")
	case constraint.Drops:
		return unless(c.Met > 0, "no field was ever dropped")
	}
	switch {
	case c.Met > 0:
		return unless(c.Passed > 0, "never passes")
	case c.Passed > 0 && c.Forgiven > 0:
		return "never refuses: it fails only where nothing has changed since the object was stored"
	case c.Passed > 0:
		return "never refuses"
	case c.Forgiven > 0:
		return "fails only where nothing has changed since the object was stored, which is forgiven"
	case c.WithoutOld > 0:
		return "never evaluated: no request changes the value of a stored object"
	case c.Blocked > 0:
		return "never evaluated: the objects are refused for something else"
	}
	return "no request has a value there"
}

func unless(seen bool, text string) string {
	if seen {
		return ""
	}
	return text
}

// Easiest returns the constraints that are not covered, the easiest to cover first: constraints with values in
// tests, then those without; keywords before rules.
func Easiest(c *report.Coverage) []*report.ConstraintCoverage {
	var all []*report.ConstraintCoverage
	for i := range c.CRDs {
		for j := range c.CRDs[i].Constraints {
			if row := &c.CRDs[i].Constraints[j]; !row.Covered && row.Kind != report.CoversPruning {
				all = append(all, row)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *report.ConstraintCoverage) int { return cmp.Compare(work(a), work(b)) })
	return all
}

// work ranks the effort to cover a constraint.
func work(c *report.ConstraintCoverage) int {
	rank := 0
	switch c.Kind {
	case report.CoversEnums, report.CoversRequired, report.CoversPatterns, report.CoversFormats:
	case report.CoversRules:
		rank = 2
	default:
		rank = 1
	}
	if c.Passed == 0 && c.Effect != string(constraint.Allows) {
		rank += 3
	}
	return rank
}
