package dryrun_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/kube"
)

// TestFirstRule: a request that ends at the first CEL rule that is failed is refused where the
// whole one is, with fewer words.
func TestFirstRule(t *testing.T) {
	compiler := celrule.NewCompiler(behaviour.Of(kube.Latest).CEL)
	accepted, refused, fewer := 0, 0, 0
	for _, c := range readCases(t) {
		if c.Object == nil || usesUpBudget(c) && !sweep.Thorough() {
			continue
		}
		r := resourceWith(t, c.CRD, dryrun.CEL(compiler))
		object := dryrun.FromDocument(document(t, "object", c.Object))
		send := func(first bool) *dryrun.Result {
			opts := dryrun.RequestOptions{Version: c.Version, FillResourceVersion: true, FirstRule: first}
			if c.Old == nil {
				return r.Create(object, opts)
			}
			result, err := r.Update(object, dryrun.FromDocument(document(t, "old", c.Old)), opts)
			if err != nil {
				return nil
			}
			return result
		}
		all, some := send(false), send(true)
		switch {
		case all == nil || some == nil || all.Stopped != nil:
			continue
		case all.APIServer.Accepted != some.APIServer.Accepted || all.Refusal != some.Refusal:
			t.Errorf("%s: %+v, and with all rules %+v", c.Name, some.APIServer, all.APIServer)
		case all.APIServer.Accepted:
			accepted++
		default:
			refused++
		}
		rules := 0
		for i := range some.Findings {
			if d := some.Findings[i].Code; d == code.CELFailed || d == code.CELNotEvaluated {
				rules++
			}
		}
		if rules > 1 {
			t.Errorf("%s: %d rules are failed", c.Name, rules)
		}
		if len(some.Findings) < len(all.Findings) {
			fewer++
		}
	}
	if accepted < 100 || refused < 100 || fewer < 5 {
		t.Errorf("%d are accepted, %d refused, %d of them in fewer words", accepted, refused, fewer)
	}
}
