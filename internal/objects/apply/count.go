package apply

import (
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/report"
)

// count counts a result.
func count(t *report.Summary, r *report.Result) {
	t.Objects++
	switch r.Verdict {
	case report.Created:
		t.Created++
	case report.Updated:
		t.Updated++
	case report.Unchanged:
		t.Unchanged++
	case report.Deleted:
		t.Deleted++
	case report.Refused:
		t.Refused++
	}
	t.Warnings += len(r.APIServer.Warnings)
	countAll(t, r.Findings)
	for i := range r.Findings {
		if r.Findings[i].Code == report.Code(code.ApplyConflict) {
			t.Conflicts++
		}
	}
	countAll(t, r.Servers.OnOlder())
}

func countAll(t *report.Summary, found []report.Finding) {
	for i := range found {
		t.Count(&found[i])
	}
}
