package lintrun

import "github.com/crdtool/crdtool/report"

// ByCause joins the findings of all files that have one cause, counts each cause once, and returns the
// findings that stay.
func ByCause(r *report.Report) {
	kept, joined := report.ByCause(r.Findings)
	for i := range r.Findings {
		if joined[i] {
			r.Summary.Join(&r.Findings[i])
		}
	}
	r.Findings = kept
}
