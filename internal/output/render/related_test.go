package render

import (
	"bytes"
	"os"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// The rules whose findings have related places, on their own cases.
func TestRelatedPlacesOfRulesGolden(t *testing.T) {
	linter := lint.New(kube.Latest)
	for _, id := range []string{
		"default-differs", "deprecated-required", "optional-and-required", "repeated-branch", "rule-repeated", "rule-unbounded", "schema-conflict",
	} {
		t.Run(id, func(t *testing.T) {
			text, err := os.ReadFile("../../../testdata/lint/" + id + ".txtar")
			if err != nil {
				t.Fatal(err)
			}
			rule := rules.Find(id)
			opts := lint.Options{Rules: &rules.Selection{Active: []rules.Active{{Rule: rule, Severity: rule.Severity}}}}
			var b bytes.Buffer
			related := 0
			for _, f := range golden.Parse(text).Files {
				if f.Name != "bad.yaml" {
					continue
				}
				file := source.Read(f.Name, f.Data)
				r := linter.File(file, opts)
				for i := range r.Findings {
					for _, place := range r.Findings[i].Related {
						related++
						if place.Line < 1 || place.File != f.Name || place.Path == "" {
							t.Errorf("a related place that is nowhere: %+v", place)
						}
					}
					NewText(false).Finding(&b, &r.Findings[i], file)
				}
			}
			if related == 0 {
				t.Error("no finding has a related place")
			}
			checkGolden(t, "related/"+id+".txt", b.Bytes())
		})
	}
}

// A place in another file, whose lines are not at hand, is named; so is one in a
// report that shows no lines at all.
func TestRelatedPlacesElsewhere(t *testing.T) {
	f := report.Finding{
		Rule: "names-clash", File: "a.yaml", Line: 2, Column: 9, EndLine: 2, EndColumn: 12, Message: "web is taken",
		Related: []report.Related{
			{Message: "here, too", File: "b.yaml", Line: 12, Column: 5, EndLine: 12, EndColumn: 8},
			{Message: "and\x1b here", File: "a.yaml", Line: 10003, Column: 1, EndLine: 10003, EndColumn: 4},
			{Message: "a file", File: "c.yaml"},
		},
	}
	lines := at(10003, "web: 1")
	lines[1] = "plural: web"
	for _, c := range []struct {
		lines Lines
		want  string
	}{
		{lines, `a.yaml:2:9: error: web is taken [names-clash]
      |
    2 | plural: web
      |         ^^^
      = b.yaml:12:5: here, too
      = and\x1b here:
      |
10003 | web: 1
      | ^^^
      = c.yaml: a file

`},
		{nil, `a.yaml:2:9: error: web is taken [names-clash]
      = b.yaml:12:5: here, too
      = a.yaml:10003:1: and\x1b here
      = c.yaml: a file

`},
	} {
		var b bytes.Buffer
		NewText(false).Finding(&b, &f, c.lines)
		if b.String() != c.want {
			t.Errorf("got\n%swant\n%s", &b, c.want)
		}
	}
}
