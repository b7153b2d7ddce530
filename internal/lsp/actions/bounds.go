package actions

import (
	"fmt"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// BoundFix returns the fix of a finding about the cost of CEL rules: it writes the bounds with which they fit the budget.
// costs are those of the file with suggestions. A CRD that is generated from Go gets none, as its file is written again.
func BoundFix(file *source.File, f *report.Finding, costs *report.CostReport, all []report.Finding, check Check) (Fix, bool) {
	doc := documentOf(file, f)
	if !IsCost(f) || doc == nil || slices.ContainsFunc(costs.Expressions, func(x report.ExpressionCost) bool { return x.Document == doc.Index && x.Origin != nil }) {
		return Fix{}, false
	}
	c := bounds(doc, f, costs)
	edits := c.plan(doc)
	if len(c.changes) == 0 || !changesText(file.Text, edits) {
		return Fix{}, false
	}
	proof := Prove(file.Text, edits, f, all, check)
	return Fix{Title: c.title, Edits: withMarks(file, edits), Preferred: proof == Clean}, proof != Stays
}

// bounds returns the candidate with the bounds that fit the budget.
func bounds(doc *source.Document, f *report.Finding, costs *report.CostReport) candidate {
	c := candidate{certain: true}
	var texts []string
	seen := map[string]bool{}
	for i := range costs.Expressions {
		x := &costs.Expressions[i]
		if x.Document != doc.Index || f.Version != "" && !strings.Contains(","+x.Version+",", ","+f.Version+",") {
			continue
		}
		for _, b := range x.Bounds {
			if seen[b.Path] {
				continue
			}
			seen[b.Path] = true
			at := pathIn(doc, b.Path)
			change := finding.Change{Op: finding.Add, Path: at, Value: b.Value}
			if _, there := doc.Node(at.Segments()); there {
				change.Op = finding.Replace
			}
			c.changes = append(c.changes, change)
			texts = append(texts, fmt.Sprintf("%s: %d on %s", b.Keyword, b.Value, b.Field))
		}
	}
	const most = 3
	if len(texts) > most {
		texts = append(texts[:most], fmt.Sprintf("%d more", len(texts)-most))
	}
	c.title = "write the bounds that fit the budget: " + strings.Join(texts, ", ")
	return c
}

// IsCost reports whether a finding is about the cost of CEL rules.
func IsCost(f *report.Finding) bool {
	return strings.HasPrefix(f.Rule, "cel-cost") && rules.FindDocumented(f.Rule) != nil
}
