package suite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/objects/coverage"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// ExplainPassed adds a note to a failed test whose last step should be refused with a text. The note lists the CEL
// rules with that message, and says that they passed or why they were not evaluated. It runs the steps again.
func (s *Suite) ExplainPassed(t *Test, v kube.Version, r *report.Test) {
	n := len(r.Steps)
	if r.Outcome != report.TestFailed || n == 0 || n > len(t.Steps) || len(r.Failures) != 1 {
		return
	}
	step := t.Steps[n-1]
	if !step.Want.Refused || len(step.Want.Texts) == 0 || step.Op == Upgrade {
		return
	}
	after := s.coverageOf(t, n, v)
	rows := rulesThatSay(after, step.Want.Texts)
	if len(rows) == 0 {
		return
	}
	before := map[ruleKey]*report.ConstraintCoverage{}
	for _, c := range rulesThatSay(s.coverageOf(t, n-1, v), step.Want.Texts) {
		before[keyOf(c)] = c
	}
	f := &r.Failures[0]
	for _, c := range rows {
		f.Rules = append(f.Rules, report.TestRule{
			File: c.File, Line: c.Line, Rule: fmt.Sprint(c.Value), Outcome: outcomeOf(c, cmp.Or(before[keyOf(c)], new(report.ConstraintCoverage))),
		})
	}
}

// coverageOf runs the first steps of a test and returns the coverage of CEL rules.
func (s *Suite) coverageOf(t *Test, steps int, v kube.Version) *report.Coverage {
	part := *t
	part.Steps = t.Steps[:steps]
	servers := NewServers(v)
	servers.Coverage = coverage.New()
	servers.Coverage.All = true
	s.Run(&part, servers.New(&part))
	return servers.Coverage.Report()
}

type ruleKey struct {
	file        string
	line, which int
	field       string
}

func keyOf(c *report.ConstraintCoverage) ruleKey { return ruleKey{c.File, c.Line, c.Rule, c.Field} }

// mostRules limits the rules that a note lists.
const mostRules = 3

// rulesThatSay returns the rules whose message contains one of the texts, or is contained in one.
func rulesThatSay(c *report.Coverage, texts []string) (rows []*report.ConstraintCoverage) {
	for i := range c.CRDs {
		of := &c.CRDs[i]
		for j := range of.Constraints {
			row := &of.Constraints[j]
			if row.Rule == 0 || row.Kind != report.CoversRules {
				continue
			}
			message := cmp.Or(strings.TrimSpace(row.Message), "failed rule: "+strings.TrimSpace(fmt.Sprint(row.Value)))
			if slices.ContainsFunc(texts, func(t string) bool { return t != "" && (strings.Contains(t, message) || strings.Contains(message, t)) }) {
				rows = append(rows, row)
			}
		}
	}
	return rows[:min(len(rows), mostRules)]
}

// outcomeOf describes the outcome of a rule in the last step, from the coverage with and without that step.
func outcomeOf(after, before *report.ConstraintCoverage) string {
	times := func(n int64) string {
		if n == 1 {
			return "evaluated once"
		}
		return fmt.Sprintf("evaluated %d times", n)
	}
	passed, met := after.Passed-before.Passed, after.Met-before.Met
	switch {
	case met > 0:
		return times(met+passed) + ", and it refuses the object, but not as expected"
	case after.Forgiven > before.Forgiven:
		return "evaluated, and it fails; that is forgiven, since nothing has changed there since the object was stored"
	case passed > 0:
		return times(passed) + ", and it passed"
	case after.WithoutOld > before.WithoutOld:
		return "evaluated 0 times: there was no old value"
	case after.Blocked > before.Blocked:
		return "evaluated 0 times: the object is refused for something else before"
	}
	return "evaluated 0 times: the object has no value there"
}
