package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/report"
)

func TestCost(t *testing.T) {
	dir := repository(t)
	t.Run("table", func(t *testing.T) {
		r := inProcess(t, dir, "cost", "examples/listeners.yaml")
		if r.status != 0 || r.stderr != "" {
			t.Fatalf("exit status %d, standard error %q", r.status, r.stderr)
		}
		for _, want := range []string{
			"listeners.example.com v1: > 100x of the CRD budget, 2 rules\n",
			"spec: rule 1 (line 34)\n",
			"fits with: maxItems: ",
			" on spec.hosts and maxLength: ",
			"spec: rule 2 (line 36)\n",
		} {
			if !strings.Contains(r.stdout, want) {
				t.Errorf("no %q in\n%s", want, r.stdout)
			}
		}
	})
	t.Run("releases", func(t *testing.T) {
		crd, err := os.ReadFile("../../examples/listeners.yaml")
		if err != nil {
			t.Fatal(err)
		}
		past := map[string]string{"releases/1.2.0/listeners.yaml": string(crd)}
		if r := inProcess(t, folder(t, past), "cost", "."); !strings.Contains(r.stdout, "listeners.example.com") {
			t.Errorf("the only one is not told:\n%s", r.stdout)
		}
		before, _, _ := strings.Cut(string(crd), "  versions:\n")
		past["crds/listeners.yaml"] = before + "  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]\n"
		if r := inProcess(t, folder(t, past), "cost", "."); r.stdout != "" || !strings.Contains(r.stderr, "no CustomResourceDefinition with rules") {
			t.Errorf("that of a release is told, which has rules where that of today has none:\n%s%s", r.stdout, r.stderr)
		}
	})
	t.Run("top", func(t *testing.T) {
		r := inProcess(t, dir, "cost", "--top", "1", "examples/listeners.yaml")
		if strings.Contains(r.stdout, "rule 2 ") || !strings.Contains(r.stdout, "and 1 rule more; --top 2 shows all\n") {
			t.Errorf("got\n%s", r.stdout)
		}
	})
	t.Run("json", func(t *testing.T) {
		r := inProcess(t, dir, "cost", "--format", "json", "examples/listeners.yaml")
		var report report.CostReport
		d := json.NewDecoder(strings.NewReader(r.stdout))
		d.DisallowUnknownFields()
		if err := d.Decode(&report); err != nil {
			t.Fatal(err)
		}
		if len(report.Expressions) != 2 || len(report.CRDs) != 1 {
			t.Fatalf("%d rules, %d CRDs", len(report.Expressions), len(report.CRDs))
		}
		for _, rule := range report.Expressions {
			if rule.Total != rule.Cost*rule.Executions || !strings.HasSuffix(rule.Path, ".rule") || rule.Kind != "rule" {
				t.Errorf("%+v", rule)
			}
		}
		if report.Expressions[0].Suggestion == "" || report.Expressions[1].Suggestion != "" {
			t.Errorf("a suggestion belongs to the rule over its limit alone: %+v", report.Expressions)
		}
	})
	t.Run("no rules", func(t *testing.T) {
		r := inProcess(t, dir, "cost", "examples/widgets.yaml")
		if r.status != 0 || r.stdout != "" || !strings.HasPrefix(r.stderr, "crdtool: no CustomResourceDefinition with rules") {
			t.Errorf("exit status %d, standard output %q, standard error %q", r.status, r.stdout, r.stderr)
		}
	})
	t.Run("missing file", func(t *testing.T) {
		if r := inProcess(t, dir, "cost", "examples/widget.yml"); r.status != 2 || !strings.Contains(r.stderr, "did you mean") {
			t.Errorf("exit status %d, standard error %q", r.status, r.stderr)
		}
	})
}
