// Package reports reads the reports of crdtool lint back with programs of others,
// and holds them to the formats' published schemas.
package reports

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// found is what lint finds, by all rules, in the CRDs of every case, in the
// examples, and in files that are hardly CRDs.
func found(t *testing.T) *report.Report {
	t.Helper()
	all := new(report.Report)
	linter := lint.New(kube.Latest)
	every := new(rules.Selection)
	for _, r := range rules.All() {
		every.Active = append(every.Active, rules.Active{Rule: r, Severity: r.Severity})
	}
	add := func(f *source.File) {
		r := linter.File(f, lint.Options{Rules: every})
		all.Documents = append(all.Documents, r.Documents...)
		all.Findings = append(all.Findings, r.Findings...)
	}
	cases, err := golden.Cases("../../testdata/crd")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		add(source.Read("crd/"+c.Name+".yaml", c.CRD))
	}
	archives, err := filepath.Glob("../../testdata/lint/*.txtar")
	if err != nil || len(archives) == 0 || len(cases) == 0 {
		t.Fatalf("%d cases, %d of lint, %v", len(cases), len(archives), err)
	}
	for _, name := range archives {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range golden.Parse(text).Files {
			if f.Name != "want" {
				add(source.Read("lint/"+filepath.Base(name)+"/"+f.Name, f.Data))
			}
		}
	}
	for name, text := range map[string]string{
		"odd/100% of: a, b.yaml": "a: [1\nb: 2\n",
		"odd/binary.yaml":        "\x89PNG\r\n\x1a\n\x00\x00",
		"odd/control.yaml":       "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n\"\\e[31m]]>\\uFFFE\": 1\n",
		"<stdin>":                "kind: CustomResourceDefinition\n{{- if .x }}\nspec: {}\n{{- end }}\n",
	} {
		add(source.Read(name, []byte(text)))
	}
	// No rule's finding here has the edits of a fix, which come from the files.
	f := all.Findings[0]
	f.Fix = &report.Fix{Title: "mend it", Edits: []report.Edit{
		{Line: 1, Column: 1, EndLine: 1, EndColumn: 1, Text: "added"},
		{Line: 2, Column: 1, EndLine: 3, EndColumn: 1},
	}}
	all.Findings = append(all.Findings, f)
	return all
}

// A run is the report of a command.
type run struct {
	*report.Report
	about *render.About
}

// runs are one run of each command that finds something.
func runs(t *testing.T) map[string]run {
	t.Helper()
	of := func(r *report.Report, command string) run {
		return run{r, &render.About{
			Command: command, Version: "(devel)", Repository: render.FindRepository("."),
			Fails: func(f *report.Finding) bool { return f.Severity != finding.Info },
		}}
	}
	linted, objects := of(found(t), "lint"), of(applied(t), "apply-dry")
	linted.about.Rules = rules.Of(rules.APIReview).Active
	objects.about.Objects = true
	return map[string]run{"lint": linted, "apply-dry": objects}
}

func written(t *testing.T, write render.Writer, r run) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, r.Report, r.about); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
