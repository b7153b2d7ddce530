package lint

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestVerdictAndFindingsAgree holds that the exit status, which findings make,
// says what the answer says: with a CRD that is refused there is an error, with one
// that is accepted none. No rule of ours is on.
func TestVerdictAndFindingsAgree(t *testing.T) {
	for _, c := range readCases(t) {
		holdVerdict(t, c.Name, caseFile(c), caseOptions(c))
	}
}

// TestVerdictAndFindingsAgreeOnCorpus is the same for real CRDs. TestFixMutants
// holds it for damaged ones, which it looks at anyway.
func TestVerdictAndFindingsAgreeOnCorpus(t *testing.T) {
	files, _ := filepath.Glob(corpusDir + "/*/crds/*.yaml")
	if len(files) == 0 {
		t.Skip("no corpus is there")
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		holdVerdict(t, name, source.Read(name, text), Options{})
	}
}

// holdVerdict looks at the documents of a file one by one, for a finding does not
// say which of them it is about.
func holdVerdict(t testing.TB, name string, f *source.File, opts Options) {
	t.Helper()
	if len(f.Documents) == 0 {
		if r := linter.File(f, opts); r.Summary.Errors == 0 && slices.ContainsFunc(f.Problems, func(p finding.Finding) bool { return p.Code != code.Template }) {
			t.Errorf("%s: it cannot be read (%+v), and no error says so, of %q", name, f.Problems, f.Text)
		}
		return
	}
	for _, doc := range f.Documents {
		if !doc.MeantAsCRD() {
			continue
		}
		of := linter.document(doc, opts)
		d, found := of.Document, of.found
		errors := 0
		for i := range found {
			if found[i].Severity == finding.Error {
				errors++
			}
		}
		if d.APIServer.Accepted != (errors == 0) {
			t.Errorf("%s: accepted is %v, code %d, %q, and there are %d errors:\n%s", name, d.APIServer.Accepted, d.APIServer.Code, d.APIServer.Message, errors, listed(findings(found)))
		}
	}
}
