package lint

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// TestOlderCEL compares what is written for older servers alone with what they say: the
// errors of internal/cel/celolder, and the costs of internal/cel/celestimate, where each rule costs
// too much and an error says by how much.
func TestOlderCEL(t *testing.T) {
	for _, test := range []struct {
		cases string
		newer func(behaviour.Behaviour) bool
	}{
		{"kube/cel-", func(b behaviour.Behaviour) bool { return b.CEL.Checker.StopsAtErrors }},
		{"kube/cost-", func(b behaviour.Behaviour) bool { return b.Cost.LocalVariables }},
	} {
		compareMinors(t, test.cases, func(c *golden.Recorded) bool {
			return strings.HasPrefix(c.Name, test.cases) && !test.newer(behaviour.Of(kube.Version{Minor: c.Minor}))
		})
	}
}

// TestOlderAnswers compares each answer that is not that of the next newer server, and all
// of the oldest one, but to cases of CEL, which take long.
func TestOlderAnswers(t *testing.T) {
	oldest := kube.Versions()[0]
	compareMinors(t, "older servers", func(c *golden.Recorded) bool {
		return (c.Changed || c.Minor == oldest.Minor) && !strings.HasPrefix(c.Name, "kube/c") && !strings.HasPrefix(c.Name, "cel/")
	})
}

// recordedMinors are the answers of all minor versions.
var recordedMinors = sync.OnceValues(func() ([]golden.Recorded, error) { return golden.OfMinors("../../../testdata", "") })

// minorLinters are linters by minor version, which share what they have in common.
var minorLinters = map[int]*Linter{}

// compareMinors compares the answers that are wanted.
func compareMinors(t *testing.T, about string, wanted func(*golden.Recorded) bool) {
	recorded, err := recordedMinors()
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for i := range recorded {
		c := &recorded[i]
		if !wanted(c) {
			continue
		}
		asked++
		if minorLinters[c.Minor] == nil {
			minorLinters[c.Minor] = New(kube.Version{Minor: c.Minor})
		}
		t.Run(fmt.Sprintf("%s/%d", c.Name, c.Minor), func(t *testing.T) {
			opts := Options{FieldValidation: c.FieldValidation, RawBody: true}
			if c.Old != nil {
				old := source.Read("old.yaml", c.InStore())
				opts.Old = func(string) *source.Document { return old.Documents[0] }
			}
			r := minorLinters[c.Minor].File(caseFile(c.Case), opts)
			if c.NotACRD && len(r.Documents) == 0 {
				return
			}
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
		t.Errorf("nothing is recorded for %s", about)
	}
}
