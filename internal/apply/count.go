package apply

import "github.com/crdtool/crdtool/report"

// count counts a result.
func count(t *report.Summary, r *Result) {
	t.Objects++
	switch r.Verdict {
	case Created:
		t.Created++
	case Updated:
		t.Updated++
	case Unchanged:
		t.Unchanged++
	case Refused:
		t.Refused++
	}
	t.Warnings += len(r.APIServer.Warnings)
	countAll(t, r.Findings)
}

func countAll(t *report.Summary, found []report.Finding) {
	for i := range found {
		t.Count(&found[i])
	}
}
