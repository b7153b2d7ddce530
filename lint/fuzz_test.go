package lint

import (
	"testing"

	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
)

// FuzzFile feeds the loader and the checker whatever there is; the cases are
// the seeds. Nothing may panic, and the findings may not contradict the answer.
func FuzzFile(f *testing.F) {
	for _, c := range readCases(f) {
		f.Add(c.CRD, c.Old)
	}
	f.Fuzz(func(t *testing.T, text, old []byte) {
		opts := Options{Rules: rules.Of(rules.ByName)}
		if stored := source.Read("old.yaml", old); len(stored.Documents) > 0 {
			opts.Old = func(string) *source.Document { return stored.Documents[0] }
		}
		file := source.Read("crd.yaml", text)
		report := linter.File(file, opts)
		if report.Summary.Fixable > 0 {
			if fixed := linter.Fix(file, opts); worse(judgementOf(report), judgementOf(fixed.Report)) {
				t.Errorf("the fixes make it worse:\n%s\n%s", listed(report.Findings), listed(fixed.Report.Findings))
			}
		}
		holdVerdict(t, "crd.yaml", file, Options{Old: opts.Old})
		for _, g := range report.Findings {
			if g.Line < 1 || g.Column < 1 || g.Message == "" {
				t.Errorf("finding without a place or a message: %+v", g)
			}
		}
	})
}

func judgementOf(r FileReport) *judgement {
	j := &judgement{FileReport: r}
	for i := range r.Findings {
		j.found = append(j.found, draft{Finding: &r.Findings[i]})
	}
	return j
}
