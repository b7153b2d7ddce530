package lintrun

import (
	"github.com/crdtool/crdtool/internal/text/findinglist"
	"github.com/crdtool/crdtool/report"
)

// ByCause merges the findings of all files that have one cause. The summary counts each cause once.
func ByCause(r *report.Report) {
	kept, joined := findinglist.ByCause(r.Findings)
	for i := range r.Findings {
		if joined[i] {
			findinglist.Join(&r.Summary, &r.Findings[i])
		}
	}
	r.Findings = kept
}
