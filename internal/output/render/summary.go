package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// Totals are the counts of a run that its last line tells.
type Totals struct {
	report.Summary
	// Notes counts findings that are neither errors nor warnings.
	Notes int
	// Affected is the number of CRDs with a finding.
	Affected int
	// Elsewhere is the number of files with a finding that belongs to no CRD,
	// such as a file that does not parse.
	Elsewhere int

	affected map[[2]string]bool // by file and name
}

// Add adds the outcome of one file.
func (t *Totals) Add(r *lint.FileReport) {
	t.Summary.Add(r.Summary)
	nameless := false
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity == finding.Info {
			t.Notes++
		}
		if f.CRD == "" {
			nameless = true
			continue
		}
		t.affects(f)
	}
	if nameless {
		unnamed := 0
		for i := range r.Documents {
			if r.Documents[i].Name == "" {
				unnamed++
			}
		}
		// A CRD without a name never goes without a finding.
		if t.Affected += unnamed; unnamed == 0 {
			t.Elsewhere++
		}
	}
}

// AddFinding adds a finding about a CRD of a file that has been added.
func (t *Totals) AddFinding(f *report.Finding) {
	t.add(f)
	t.affects(f)
}

// Join takes back the count of a finding that became a place of another one.
func (t *Totals) Join(f *report.Finding) {
	findinglist.Join(&t.Summary, f)
	if f.Severity == finding.Info {
		t.Notes--
	}
}

// AddElsewhere adds a finding about what is not in a file that has been added, the
// only one in its file.
func (t *Totals) AddElsewhere(f *report.Finding) {
	t.Elsewhere++
	t.add(f)
}

// add counts a finding.
func (t *Totals) add(f *report.Finding) {
	t.count(f.Severity)
	if f.Breaks() {
		t.Breaking++
	}
}

// affects notes that a CRD has a finding.
func (t *Totals) affects(f *report.Finding) {
	at := [2]string{f.File, f.CRD}
	if t.affected[at] {
		return
	}
	if t.affected == nil {
		t.affected = map[[2]string]bool{}
	}
	// The name is a part of the file's text, which is not to be kept for it.
	t.affected[[2]string{f.File, strings.Clone(f.CRD)}] = true
	t.Affected++
}

// count counts one finding by its severity.
func (t *Totals) count(s finding.Severity) {
	switch s {
	case finding.Error:
		t.Errors++
	case finding.Warning:
		t.Warnings++
	default:
		t.Notes++
	}
}

// Line returns the last line of a run, such as
//
//	2 errors in 1 of 14 CRDs (9 files, 38 ms)
func (t *Totals) Line(took time.Duration) string {
	var b strings.Builder
	if t.Fixed > 0 {
		fmt.Fprintf(&b, "%d fixed, ", t.Fixed)
	}
	b.WriteString(t.found())
	if t.Breaking > 0 {
		fmt.Fprintf(&b, " (%d breaking)", t.Breaking)
	}
	if t.Places > 0 {
		fmt.Fprintf(&b, " at %s", prose.Count(t.Errors+t.Warnings+t.Notes+t.Places, "place"))
	}
	switch {
	case t.Affected > 0:
		fmt.Fprintf(&b, " in %d of %s", t.Affected, prose.Count(t.CRDs, "CRD"))
		if t.Elsewhere > 0 {
			fmt.Fprintf(&b, " and in %s", prose.Count(t.Elsewhere, "other file"))
		}
	case t.CRDs == 0:
		b.WriteString(", no CustomResourceDefinition found")
	case t.Elsewhere > 0:
		fmt.Fprintf(&b, " beside %s", prose.Count(t.CRDs, "CRD"))
	default:
		fmt.Fprintf(&b, " in %s", prose.Count(t.CRDs, "CRD"))
	}
	if t.Fixable > 0 {
		fmt.Fprintf(&b, ", %d fixable with --fix", t.Fixable)
	}
	beside := append([]string{prose.Count(t.Files, "file")}, nonZero(
		count{t.Skipped, "other document", " skipped"}, count{t.Repeated, "finding", " repeated in copies"},
		count{t.Past, "finding", " only in older copies"}, count{t.OtherModules, "warning", " in types of other modules"},
		count{t.Ignored, "finding", " ignored"}, count{t.Known, "finding", " already in the stored CRDs"})...)
	return b.String() + " (" + strings.Join(append(beside, duration(took)), ", ") + ")"
}

// found lists what was found, worst first.
func (t *Totals) found() string {
	parts := nonZero(count{t.Errors, "error", ""}, count{t.Warnings, "warning", ""}, count{t.Notes, "note", ""})
	if parts == nil {
		return "no findings"
	}
	return prose.And(parts)
}

func duration(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%d ms", d.Milliseconds())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
