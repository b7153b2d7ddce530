package render

import (
	"bytes"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// TestTogether: findings are told of in one block if all that is said of them is the same in
// the file that is shown; errors and what is said of an object are not.
func TestTogether(t *testing.T) {
	warning := func(change func(*report.Finding)) FindingGroup {
		f := report.Finding{Rule: "unknown-format", Severity: finding.Warning, File: "a.yaml", Line: 7, Path: "spec.versions[0]", Message: "is not checked", Help: "remove it"}
		change(&f)
		is, line := FindingGroupOf(&f)
		if want := 7; is != (FindingGroup{}) && (f.Origin == nil || !f.Origin.First) && line != want {
			t.Errorf("the line is %d, not %d", line, want)
		}
		return is
	}
	one := warning(func(*report.Finding) {})
	if other := warning(func(f *report.Finding) { f.Path = "spec.versions[1]" }); one == (FindingGroup{}) || other != one {
		t.Errorf("%+v and, at another place, %+v", one, other)
	}
	for name, change := range map[string]func(*report.Finding){
		"rule": func(f *report.Finding) { f.Rule = "other" }, "file": func(f *report.Finding) { f.File = "b.yaml" },
		"message": func(f *report.Finding) { f.Message = "other" }, "help": func(f *report.Finding) { f.Help = "other" },
		"origin": func(f *report.Finding) { f.Origin = &report.Origin{File: "a.go", Line: 9, First: true} },
	} {
		if other := warning(change); other == one || other == (FindingGroup{}) {
			t.Errorf("another %s: %+v", name, other)
		}
	}
	for name, change := range map[string]func(*report.Finding){
		"an error": func(f *report.Finding) { f.Severity = finding.Error }, "no rule": func(f *report.Finding) { f.Rule = "" },
		"an object": func(f *report.Finding) { f.Object = "a" },
	} {
		if other := warning(change); other != (FindingGroup{}) {
			t.Errorf("%s: %+v", name, other)
		}
	}
}

func TestWithLines(t *testing.T) {
	const text = "a.yaml:7: warning\n     = help: remove it\n"
	whole := []byte(text + "\n")
	if got, want := string(WithLines(whole, 7, []int{30, 12, 30})), text+"     = the same in lines 12, 30\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	got := string(WithLines(whole, 1_000_000, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}))
	if want := text + "        = the same in lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more (--max-findings 0 lists all)\n\n"; got != want || !bytes.Equal(whole, []byte(text+"\n")) {
		t.Errorf("got %q, want %q", got, want)
	}
}
