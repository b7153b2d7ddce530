package lint

import (
	"fmt"
	"testing"

	"github.com/crdtool/crdtool/internal/golden"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
)

// TestOlderCEL compares what is written for older servers alone with what they say: the
// errors of internal/celolder, and the costs of internal/celestimate, where each rule costs
// too much and an error says by how much.
func TestOlderCEL(t *testing.T) {
	for cases, newer := range map[string]func(kube.Behaviour) bool{
		"kube/cel-":  func(b kube.Behaviour) bool { return b.CEL.Checker.StopsAtErrors },
		"kube/cost-": func(b kube.Behaviour) bool { return b.Cost.LocalVariables },
	} {
		recorded, err := golden.OfMinors("../testdata", cases)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		linters := map[kube.Version]*Linter{}
		for _, c := range recorded {
			v := kube.Version{Minor: c.Minor}
			if newer(v.Behaviour()) {
				continue
			}
			asked++
			if linters[v] == nil {
				linters[v] = New(v)
			}
			t.Run(fmt.Sprintf("%s/%d", c.Name, c.Minor), func(t *testing.T) {
				opts := Options{FieldValidation: c.FieldValidation}
				if c.Old != nil {
					old := source.Read("old.yaml", c.InStore())
					opts.Old = func(string) *source.Document { return old.Documents[0] }
				}
				r := linters[v].File(source.Read("crd.yaml", c.CRD), opts)
				if len(r.Documents) != 1 {
					t.Fatalf("%d documents", len(r.Documents))
				}
				said := r.Documents[0].APIServer
				got := golden.Answer{Accepted: said.Accepted, Code: said.Code, Message: said.Message, Warnings: said.Warnings}
				for _, c := range said.Causes {
					got.Causes = append(got.Causes, golden.Cause{Reason: c.Reason, Field: c.Field, Message: c.Message})
				}
				if c.Answer.Panic {
					if got.Accepted {
						t.Error("the server panics")
					}
					return // there is no answer to compare with
				}
				for _, d := range c.Answer.Diff(got.Canonical()) {
					t.Error(d)
				}
			})
		}
		if asked == 0 {
			t.Errorf("nothing is recorded for %s", cases)
		}
	}
}
