package lint

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/report"
)

// TestRulesEverywhere runs all lint rules over the cases, where anything may be
// missing or senseless, and over real CRDs: none panics, each finding has a
// place, and reads as our sentences do.
func TestRulesEverywhere(t *testing.T) {
	checked := map[string]int{}
	var crds []*rules.Identity
	check := func(report FileReport, _ Options) {
		crds = append(crds, report.Identities...)
		for _, got := range report.Findings {
			if rules.Find(got.Rule) == nil {
				continue
			}
			checked[got.Rule]++
			if problem := misworded(&got); problem != "" {
				t.Errorf("%s:%d:%d: %s: %q [%s]", got.File, got.Line, got.Column, problem, got.Message, got.Rule)
			}
		}
	}
	for _, c := range sweep.Part(3, readCases(t)) {
		check(fullReport(c.Name, func() *source.File { return caseFile(c) }, caseOptions(c)))
	}
	files := corpusFiles()
	if len(files) == 0 {
		t.Log("no corpus is there; only the cases were checked")
	}
	for _, name := range sweep.Part(12, files) {
		check(fullReport(name, func() *source.File { return readCorpus(t, name) }, Options{}))
	}
	for _, got := range Set(crds, nil, nil).Findings {
		checked[got.Rule]++
		if problem := misworded(&got); problem != "" {
			t.Errorf("%s:%d:%d: %s: %q [%s]", got.File, got.Line, got.Column, problem, got.Message, got.Rule)
		}
	}
	if len(checked) < 10 {
		t.Errorf("only %d rules found anything", len(checked))
	}
	t.Logf("findings by rule: %v", checked)
}

// misworded returns what is wrong with the place or the words of a finding.
func misworded(f *report.Finding) string {
	switch {
	case f.Line < 1 || f.Column < 1 || f.EndLine < f.Line || f.EndLine == f.Line && f.EndColumn < f.Column:
		return "no place"
	case f.Message == "":
		return "no message"
	case strings.HasSuffix(f.Message, ".") || strings.HasSuffix(f.Help, "."):
		return "a full stop"
	case strings.ContainsAny(f.Message+f.Help, "\n\r"):
		return "a line break"
	case strings.Contains(f.Message+f.Help, "%!"):
		return "a wrong verb"
	case strings.HasPrefix(f.Message, " ") || strings.Contains(f.Message, "  "):
		return "a blank too many"
	}
	return ""
}
