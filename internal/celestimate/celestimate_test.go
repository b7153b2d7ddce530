package celestimate_test

import (
	"fmt"
	"testing"

	"github.com/crdtool/crdtool/internal/golden"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/lint"
)

// TestCostsOfServers compares costs with those that the servers say that had this estimator:
// each rule costs too much, and an error says by how much.
func TestCostsOfServers(t *testing.T) {
	cases, err := golden.OfMinors("../../testdata", "kube/cost-")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, c := range cases {
		v := kube.Version{Minor: c.Minor}
		if v.Behaviour().Cost.LocalVariables {
			continue
		}
		asked++
		t.Run(fmt.Sprintf("%s/%d", c.Name, c.Minor), func(t *testing.T) {
			opts := lint.Options{FieldValidation: c.FieldValidation}
			if c.Old != nil {
				old := source.Read("old.yaml", c.InStore())
				opts.Old = func(string) *source.Document { return old.Documents[0] }
			}
			r := lint.New(v).File(source.Read("crd.yaml", c.CRD), opts)
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
		t.Error("nothing is recorded")
	}
}
