package suite

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// uses reports whether a test sends objects of a CRD's kind.
func (t *Test) uses(c *CRD) bool {
	group, kind := text(c.Doc, "spec", "group"), text(c.Doc, "spec", "names", "kind")
	for _, step := range t.Steps {
		if step.Object == nil {
			continue
		}
		apiVersion, _ := step.Object.Value["apiVersion"].(string)
		of, _, _ := strings.Cut(apiVersion, "/")
		if of == group && step.Object.Value["kind"] == kind {
			return true
		}
	}
	return false
}

// RefusedCRDs returns a failed test for each CRD of the suite that the server refuses. Tests with objects of such
// a CRD are skipped, so only these tests fail.
func (s *Suite) RefusedCRDs(servers *Servers, v kube.Version) []report.Test {
	var out []report.Test
	for _, c := range s.CRDs {
		refusal := servers.Refusal(c)
		if refusal == "" {
			continue
		}
		out = append(out, report.Test{
			Name: "the server accepts the CRD " + c.Name(), Line: max(1, s.Wants.Line), Outcome: report.TestFailed, Steps: []report.TestStep{},
			CRD: &report.TestCRD{Name: c.Name(), File: c.Doc.File.Name, Line: c.Doc.Line()}, Message: "the server refuses the CRD: " + refusal,
			Failures: []report.TestFailure{{
				Line: max(1, s.Wants.Line), Expected: "the server accepts the CRD", Got: "refused: " + refusal, Findings: errorsOf(c.Doc, v),
			}},
		})
	}
	return out
}

// errorsOf returns the errors that lint reports for a CRD. A CRD that only the suite makes invalid, by a missing
// version, has none.
func errorsOf(doc *source.Document, v kube.Version) []report.Finding {
	var out []report.Finding
	for _, f := range lint.New(v).Document(doc, lint.Options{}) {
		if f.Severity == finding.Error {
			out = append(out, f)
		}
	}
	return out
}
