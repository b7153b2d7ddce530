package render

import (
	"bytes"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// TestRefusedLine: a line begins at the first error and has all of them, and objects are alike
// if all of their errors are.
func TestRefusedLine(t *testing.T) {
	object := func(name string, paths ...string) *report.Result {
		r := &report.Result{Document: report.Document{File: "a.yaml", Line: 1, Kind: "Lamp", Name: name}, Operation: "create", Verdict: report.Refused}
		r.Findings = append(r.Findings, report.Finding{Severity: finding.Info, Message: "no rule was evaluated"})
		for i, path := range paths {
			r.Findings = append(r.Findings, report.Finding{Rule: "value", Severity: finding.Error, Path: path, Message: "must not be 0", Line: 9 - i})
		}
		return r
	}
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{"spec.a"}, `a.yaml:9: Lamp "x" would be refused (create): spec.a: must not be 0` + "\n"},
		{[]string{"spec.a", "spec.b"}, `a.yaml:8: Lamp "x" would be refused (create): spec.b: must not be 0; spec.a (line 9): must not be 0` + "\n"},
	} {
		var b bytes.Buffer
		NewText(false).RefusedLine(&b, object("x", c.paths...))
		if b.String() != c.want {
			t.Errorf("got\n%swant\n%s", b.String(), c.want)
		}
	}
	of := func(paths ...string) Refusal {
		like, ok := RefusalOf(object("x", paths...))
		if !ok {
			t.Errorf("%v do not fit into a line", paths)
		}
		return like
	}
	if of("spec.a[0]") != of("spec.a[1]") || of("spec.a") == of("spec.b") || of("spec.a") == of("spec.a", "spec.b") {
		t.Error("objects are alike by their errors, in whichever item they are")
	}
	for _, paths := range [][]string{nil, {"a", "b", "c", "d"}} {
		if _, ok := RefusalOf(object("x", paths...)); ok {
			t.Errorf("%v fit into a line", paths)
		}
	}
}
