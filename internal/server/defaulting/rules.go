package defaulting

import (
	"context"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
)

// evaluate returns the rules that a default fails, and what is left of the budget of its version.
// Where a limit of crdtool ends the evaluation, the answer of the server is not known.
func (c *checker) evaluate(rules *validate.Rules, at *finding.Path, value, old any) (finding.List, int64) {
	list, left := rules.Evaluate(context.Background(), at, value, old, validate.Evaluation{Of: &c.behaviour.Objects, Budget: c.budget})
	if left >= 0 || len(list) == 0 {
		return list, left
	}
	if last := &list[len(list)-1]; last.Code == code.CELStopped {
		*last = finding.Finding{Code: code.Limits, Severity: finding.Error, Path: last.Path, Related: last.Related,
			Message: "the answer of a server to this default is not known: " + last.Detail}
	}
	return list, left
}
