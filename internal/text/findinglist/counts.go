package findinglist

import "github.com/crdtool/crdtool/report"

// Repeat takes back the count of a finding that is left out as it was said of a copy.
func Repeat(t *report.Summary, f *report.Finding) {
	t.Repeated += f.Counts()
	Leave(t, f)
}

// Join takes back the count of a finding that became a place of another one, which has the same
// cause. Its fix is still made, unless that of the other one fixes the Go code of both.
func Join(t *report.Summary, f *report.Finding) {
	t.Places++
	Leave(t, f)
	if f.Breaks() {
		t.Breaking -= f.Counts()
	}
	if f.Fix != nil && !fixedInGo(f) {
		t.Fixable++
	}
}

// LeavePast takes back the count of a finding that is left out as only an older copy has it.
func LeavePast(t *report.Summary, f *report.Finding) {
	t.Past += f.Counts()
	Leave(t, f)
}

// LeaveOtherModules takes back the count of a warning that is left out as it is about a type of another module.
func LeaveOtherModules(t *report.Summary, f *report.Finding) {
	t.OtherModules += f.Counts()
	Leave(t, f)
}

// Leave takes back the count of a finding.
func Leave(t *report.Summary, f *report.Finding) {
	switch f.Severity {
	case report.Error:
		t.Errors -= f.Counts()
	case report.Warning:
		t.Warnings -= f.Counts()
	}
	if f.Fix != nil {
		t.Fixable--
	}
}
