package main

import (
	"encoding/json"
	"flag"
	"path/filepath"
	"testing"

	"github.com/crdtool/crdtool/internal/objects/mutation"
	"github.com/crdtool/crdtool/report"
)

var suitesFlag = flag.String("suites", "", "more folders of suites for TestCoverageAgreesWithMutation")

// What coverage says was never met, no test notices when it is gone; and what a request was
// refused for alone, a test notices.
func TestCoverageAgreesWithMutation(t *testing.T) {
	folders := append([]string{filepath.Join(repository(t), "examples", "test")}, filepath.SplitList(*suitesFlag)...)
	for _, dir := range folders {
		got := inProcess(t, dir, "test", "--no-config", "--kube-version", "1.32", "--coverage", "--mutate", "--format", "json", ".")
		var out report.Tests
		if err := json.Unmarshal([]byte(got.stdout), &out); err != nil || out.Mutation == nil || out.Coverage == nil {
			t.Fatalf("%s: %v\n%s", dir, err, got.stderr)
		}
		agree, other := 0, map[string]int{}
		for i := range out.Mutation.Mutants {
			m := &out.Mutation.Mutants[i]
			row := rowOf(out.Coverage, m)
			if row == nil || m.Outcome != report.MutantNoticed && m.Outcome != report.MutantUnnoticed {
				continue
			}
			noticed := m.Outcome == report.MutantNoticed
			switch {
			case noticed == (row.Met > 0):
				agree++
			case noticed && row.Effect == "allows":
				other["the message lists the values of the enum"]++
			case row.Effect == "refuses" && row.Alone == 0:
				other["the request is refused for something else, too"]++
			case row.Effect == "refuses" && row.Kind != report.CoversRules:
				other["rules are evaluated then that were not, and refuse it"]++
			case row.Effect == "allows":
				other["another branch allows it, too"]++
			default:
				other["no reason"]++
				t.Errorf("%s: %s, %s: %s, but passed %d, met %d, alone %d", dir, m.Path, m.Does, m.Outcome, row.Passed, row.Met, row.Alone)
			}
		}
		if agree == 0 {
			t.Errorf("%s: nothing is compared", dir)
		}
		t.Logf("%s: %d agree; otherwise: %v", dir, agree, other)
	}
}

// rowOf is the coverage of what a mutant takes away as a whole; nil for other mutants.
func rowOf(c *report.Coverage, m *report.Mutant) *report.ConstraintCoverage {
	effect := ""
	switch mutation.Kind(m.Kind) {
	case mutation.RuleDropped, mutation.BoundDropped, mutation.EnumDropped, mutation.PatternDropped, mutation.FormatDropped,
		mutation.RequiredDropped, mutation.ListTypeDropped, mutation.ResourceDropped, mutation.JunctorDropped:
		effect = "refuses"
	case mutation.EnumValueGone, mutation.BranchGone, mutation.NullableDropped, mutation.FieldsDropped:
		effect = "allows"
	case mutation.DefaultDropped:
		effect = "fills"
	case mutation.FieldsKept:
		effect = "drops"
	}
	var found *report.ConstraintCoverage
	for i := range c.CRDs {
		if c.CRDs[i].Name != m.CRD {
			continue
		}
		for j := range c.CRDs[i].Constraints {
			row := &c.CRDs[i].Constraints[j]
			if row.Path == m.Path && row.Effect == effect {
				if found != nil {
					return nil // forms of the CRD have different things there
				}
				found = row
			}
		}
	}
	return found
}
