package apply

import "github.com/crdtool/crdtool/report"

// FileReport is the outcome for one file.
type FileReport struct {
	// Results are in the order of the file.
	Results []report.Result
	// Findings belong to no result. They are sorted by their place.
	Findings []report.Finding
	Summary  report.Summary
}
