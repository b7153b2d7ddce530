package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/report"
)

// TestFindingsAreDocumented holds that whatever a finding is named after can be
// looked up.
func TestFindingsAreDocumented(t *testing.T) {
	for _, c := range readCases(t) {
		for _, f := range caseReport(c).Findings {
			if rules.FindDocumented(f.Rule) == nil {
				t.Errorf("%s: no documentation of %q; add it to internal/text/code/checks.go", c.Name, f.Rule)
			}
		}
	}
	for rule, text := range map[string]string{
		"yaml-syntax": "a: [1\nb: 2\n",
		"json-syntax": `{"a": 1 "b": 2}`,
		"value":       "a: .inf\n",
		"template":    "kind: CustomResourceDefinition\n{{- if .x }}\nspec: {}\n{{- end }}\n",
		"encoding":    "a: \xff\n",
		"limits":      strings.Repeat("[", 2000) + strings.Repeat("]", 2000),
	} {
		found := linter.File(source.Read("f.yaml", []byte(text)), Options{}).Findings
		if !slices.ContainsFunc(found, func(f report.Finding) bool { return f.Rule == rule }) {
			t.Errorf("%q gives no %s: %+v", text[:min(len(text), 20)], rule, found)
		}
		if r := rules.FindDocumented(rule); r == nil || r.Topic != rules.ServerTopic {
			t.Errorf("no documentation of %q; add it to internal/text/code/checks.go", rule)
		}
	}
}

func TestServerRulesAreInOrder(t *testing.T) {
	last := ""
	for _, r := range rules.ServerRules() {
		if r.ID <= last {
			t.Errorf("%s stands behind %s", r.ID, last)
		}
		last = r.ID
		if rules.Find(r.ID) != nil {
			t.Errorf("%s is the name of one of our rules, too", r.ID)
		}
		if r.Title == "" || r.Why == "" {
			t.Errorf("%s has no documentation", r.ID)
		}
	}
}
