package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// AppliedLine returns the last line of a run of apply-dry, such as
//
//	3 objects: 1 refused, 2 created; 1 object without a CRD (2 files, 1 built-in object skipped, 12 ms)
func AppliedLine(s *report.Summary, took time.Duration) string {
	var b strings.Builder
	switch {
	case s.Objects+s.Untried+s.WithoutCRD == 0:
		b.WriteString("no custom objects found")
	case s.Objects == 0:
		b.WriteString("nothing checked")
	default:
		var parts []string
		for _, p := range []struct {
			n    int
			what report.Verdict
		}{{s.Refused, report.Refused}, {s.Created, report.Created}, {s.Updated, report.Updated}, {s.Unchanged, report.Unchanged}, {s.Deleted, report.Deleted}} {
			if p.n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
			}
		}
		b.WriteString(prose.Count(s.Objects, "object") + ": " + strings.Join(parts, ", "))
	}
	for _, text := range nonZero(count{s.Conflicts, "conflict", " with other managers"}, count{s.WithoutCRD, "object", " without a CRD"},
		count{s.Untried, "object", " that could not be checked"}, count{s.FieldsRefused, "built-in object", " would be refused"}) {
		b.WriteString("; " + text)
	}
	beside := append([]string{prose.Count(s.Files, "file")}, nonZero(count{s.CRDs, "CRD", " among them"},
		count{s.FieldsOnly, "built-in object", " checked for fields only"}, count{s.BuiltIn - s.FieldsOnly, "built-in object", " skipped"}, count{s.Other, "other document", " skipped"})...)
	return b.String() + " (" + strings.Join(append(beside, duration(took)), ", ") + ")"
}
