package lint

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
)

// TestRulesEverywhere runs all lint rules over the cases, where anything may be
// missing or senseless, and over real CRDs: none panics, each finding has a
// place, and reads as our sentences do.
func TestRulesEverywhere(t *testing.T) {
	every := rules.Of(rules.ByName)
	checked := map[string]int{}
	var crds []*rules.Identity
	check := func(f *source.File, opts Options) {
		opts.Rules = every
		report := linter.File(f, opts)
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
	for _, c := range readCases(t) {
		check(caseFile(c), caseOptions(c))
	}
	files, _ := filepath.Glob("../../shared/corpus/dev/*/crds/*.yaml")
	if len(files) == 0 {
		t.Log("no corpus is there; only the cases were checked")
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		check(source.Read(name, text), Options{})
	}
	set, _ := Set(crds, nil)
	for _, got := range set {
		checked[got.Rule]++
		if problem := misworded(&got.Finding); problem != "" {
			t.Errorf("%s:%d:%d: %s: %q [%s]", got.File, got.Line, got.Column, problem, got.Message, got.Rule)
		}
	}
	if len(checked) < 10 {
		t.Errorf("only %d rules found anything", len(checked))
	}
	t.Logf("findings by rule: %v", checked)
}

// misworded returns what is wrong with the place or the words of a finding.
func misworded(f *Finding) string {
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
