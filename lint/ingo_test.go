package lint

import (
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/report"
)

// Findings at one place in Go are told once only if they say the same.
func TestGoToldOnce(t *testing.T) {
	at := func(change func(f *report.Finding)) draft {
		f := report.Finding{
			Rule: "a", Code: "a", Severity: finding.Warning, CRD: "c", Path: "spec.properties[a].maximum", Help: "h",
			Origin: &report.Origin{File: "t.go", Line: 1, Column: 2, EndColumn: 3, First: true},
		}
		change(&f)
		return draft{Finding: &f}
	}
	for name, c := range map[string]struct {
		change func(f *report.Finding)
		once   bool
	}{
		"elsewhere":          {func(f *report.Finding) { f.Path = "spec.properties[b].maximum" }, true},
		"in another CRD":     {func(f *report.Finding) { f.CRD = "d" }, true},
		"at the same place":  {func(*report.Finding) {}, false},
		"another keyword":    {func(f *report.Finding) { f.Path = "spec.properties[b].minimum" }, false},
		"another entry":      {func(f *report.Finding) { f.Path = "spec.properties[b].enum[1]" }, false},
		"another rule":       {func(f *report.Finding) { f.Path, f.Rule = "b.maximum", "b" }, false},
		"another code":       {func(f *report.Finding) { f.Path, f.Code = "b.maximum", "a/b" }, false},
		"an error":           {func(f *report.Finding) { f.Path, f.Severity = "b.maximum", finding.Error }, false},
		"other help":         {func(f *report.Finding) { f.Path, f.Help = "b.maximum", "i" }, false},
		"another column":     {func(f *report.Finding) { f.Path, f.Origin.Column = "b.maximum", 1 }, false},
		"another end":        {func(f *report.Finding) { f.Path, f.Origin.EndColumn = "b.maximum", 4 }, false},
		"another line":       {func(f *report.Finding) { f.Path, f.Origin.Line = "b.maximum", 2 }, false},
		"another file":       {func(f *report.Finding) { f.Path, f.Origin.File = "b.maximum", "u.go" }, false},
		"led to the CRD":     {func(f *report.Finding) { f.Path, f.Origin.First = "b.maximum", false }, false},
		"with a fix":         {func(f *report.Finding) { f.Path, f.Fix = "b.maximum", &report.Fix{} }, false},
		"with a witness":     {func(f *report.Finding) { f.Path, f.Witness = "b.maximum", &finding.Witness{} }, false},
		"not from Go at all": {func(f *report.Finding) { f.Path, f.Origin = "b.maximum", nil }, false},
	} {
		first, second := at(func(*report.Finding) {}), at(c.change)
		r := judgement{found: []draft{first, second}}
		r.Summary.Count(first.Finding)
		r.Summary.Count(second.Finding)
		before := r.Summary
		r.tellGoOnce()
		if once := len(r.found) == 1; once != c.once || once && (first.Origin.More != 1 || r.Summary.Warnings != 1) || !once && (first.Origin.More != 0 || r.Summary != before) {
			t.Errorf("%s: %d findings, %d more, %+v", name, len(r.found), first.Origin.More, r.Summary)
		}
	}
	// What was measured differs from place to place.
	measured := func(path string) draft {
		f := report.Of("f.yaml", &finding.Finding{Code: "a", Severity: finding.Warning, Message: "5 % more", Lasting: "more", Path: finding.Root(path)})
		f.Origin = &report.Origin{File: "t.go", First: true}
		return draft{Finding: &f}
	}
	r := judgement{found: []draft{measured("a"), measured("b")}}
	if r.tellGoOnce(); len(r.found) != 2 {
		t.Error("measured: told once")
	}
}
