package defaulting

import (
	"context"
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/schema"
)

// Budget is what the rules of the defaults of a CRD may still cost, in all its versions and
// for all servers that are asked about it. A server gives so much to each version; that no
// more is given here is a bound of ours: a CRD may have many versions. It is also what it may take
// to match the patterns of those schemas.
type Budget struct {
	left     int64
	matching *validate.Matching
}

// NewBudget returns the budget of a CRD.
func NewBudget() *Budget { return &Budget{validate.RuntimeBudget, validate.InCRD()} }

// Spent is what the rules have cost so far.
func (b *Budget) Spent() int64 { return validate.RuntimeBudget - b.left }

// evaluate returns the rules that a default fails, and what is left of the budget of its version.
// Where a bound of ours ends the evaluation, the answer of the server is not known.
func (c *checker) evaluate(rules *validate.Rules, at *finding.Path, value, old any) (finding.List, int64) {
	budget := min(c.budget, c.all.left)
	var spent int64
	list, left := rules.Evaluate(context.Background(), at, value, old, validate.Evaluation{Of: &c.behaviour.Objects, Budget: budget, Spent: &spent})
	c.all.left -= spent
	if left >= 0 || len(list) == 0 {
		return list, c.budget - spent
	}
	last := &list[len(list)-1] // what ended the evaluation
	switch {
	case last.Code == code.CELStopped:
		*last = unknown(last, unanswered+last.Detail)
	case spent == budget && budget < c.budget:
		*last = unknown(last, unanswered+fmt.Sprintf("the rules of the defaults of all versions cost more than %d to evaluate", int64(validate.RuntimeBudget)))
	}
	return list, left
}

// tooLong returns the error that it takes too long to match the patterns of a schema with its
// default, after those before; nil if it does not. All are the patterns of the version.
func (b *Budget) tooLong(all *validate.Patterns, n *schema.Node, at *finding.Path, value any) *finding.Finding {
	if all.None() {
		return nil
	}
	return b.matching.TooLong(n.Schema, at, value)
}

const unanswered = "the answer of a server to this default is not known: "

// unknown returns a finding that says why there is no answer of the server's.
func unknown(f *finding.Finding, why string) finding.Finding {
	return finding.Finding{Code: code.Limits, Severity: finding.Error, Path: f.Path, Message: why, Related: f.Related}
}
