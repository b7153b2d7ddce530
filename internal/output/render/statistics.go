package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// RuleCounts counts findings by their rule and severity. The zero value is ready
// to use.
type RuleCounts struct {
	counts map[ruleAndSeverity]int
}

type ruleAndSeverity struct {
	rule     string
	severity finding.Severity
}

// Add adds findings.
func (c *RuleCounts) Add(found []report.Finding) {
	if c.counts == nil {
		c.counts = map[ruleAndSeverity]int{}
	}
	for i := range found {
		c.counts[ruleAndSeverity{found[i].Rule, found[i].Severity}] += found[i].Counts()
	}
}

// A RuleCount is how often a rule found something.
type RuleCount struct {
	Rule     string           `json:"rule"`
	Severity finding.Severity `json:"severity"`
	Count    int              `json:"count"`
}

// Sorted lists the counts, the highest first.
func (c *RuleCounts) Sorted() []RuleCount {
	list := []RuleCount{}
	for k, n := range c.counts {
		list = append(list, RuleCount{k.rule, k.severity, n})
	}
	slices.SortFunc(list, func(a, b RuleCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Severity, b.Severity))
	})
	return list
}

// Statistics writes counts as a table for people.
func Statistics(w io.Writer, c *RuleCounts) error {
	list := c.Sorted()
	if len(list) == 0 {
		return nil
	}
	lines := [][]string{{"COUNT", "SEVERITY", "RULE", "WHAT IS FOUND"}}
	for _, n := range list {
		title := ""
		if r := rules.FindDocumented(n.Rule); r != nil {
			title = r.Title
		}
		lines = append(lines, []string{fmt.Sprint(n.Count), n.Severity.String(), n.Rule, title})
	}
	var b strings.Builder
	writeTable(&b, lines)
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

// StatisticsJSON writes counts as one object, with the summary of the run.
func StatisticsJSON(w io.Writer, c *RuleCounts, s *report.Summary) error {
	return encode(w, struct {
		SchemaVersion int            `json:"schemaVersion"`
		Rules         []RuleCount    `json:"rules"`
		Summary       report.Summary `json:"summary"`
	}{report.SchemaVersion, c.Sorted(), *s})
}
