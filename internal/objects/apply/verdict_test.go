package apply_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

var corpusDir = filepath.Join(sweep.Corpus(), "dev")

// TestVerdictAndFindingsAgree holds that an object that is refused has an error
// among its findings, and one that is accepted has none.
func TestVerdictAndFindingsAgree(t *testing.T) {
	cases, err := golden.ObjectCases("../../../testdata/dryrun")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Object == nil {
			continue
		}
		holdVerdict(t, c.Name, caseReport(t, c))
	}
}

// TestVerdictAndFindingsAgreeOnCorpus is the same for objects of public projects,
// whole and damaged.
func TestVerdictAndFindingsAgreeOnCorpus(t *testing.T) {
	if _, err := os.Stat(corpusDir); err != nil {
		t.Skip("no corpus is there")
	}
	repos := map[string]*apply.CRDs{}
	for _, name := range [...]string{"truth-objects.jsonl", "truth-mutants.jsonl"} {
		file, err := os.Open(filepath.Join(corpusDir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 64<<20)
		for i := 0; lines.Scan(); i++ {
			if !sweep.Takes(12, i) {
				continue
			}
			var l struct {
				ID, Repo, File    string
				Sent, Object, Old json.RawMessage
			}
			if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
				t.Fatal(err)
			}
			set := repos[l.Repo]
			if set == nil {
				set = repoCRDs(t, l.Repo)
				repos[l.Repo] = set
			}
			if l.Object == nil {
				l.Object = l.Sent
			}
			var opts apply.RunOptions
			if l.Old != nil {
				opts.Live = apply.NewLive(set, "")
				if err := opts.Live.Add(source.Read("old.json", l.Old)); err != nil {
					t.Fatal(err)
				}
			}
			holdVerdict(t, l.ID+l.File, apply.New(set, opts).File(source.Read("object.json", l.Object)))
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// caseReports are what becomes of the objects of cases, which several tests look
// at, by the names of the cases.
var caseReports = map[string]apply.FileReport{}

func caseReport(t *testing.T, c *golden.ObjectCase) apply.FileReport {
	t.Helper()
	if r, ok := caseReports[c.Name]; ok {
		return r
	}
	set := crds(t, string(c.CRD))
	opts := apply.RunOptions{FieldValidation: c.FieldValidation}
	switch c.Operation {
	case "update-status":
		opts.Subresource = apply.Status
	case "scale":
		opts.Subresource, opts.Replicas = apply.Scale, &c.Replicas
	}
	if c.Old != nil {
		opts.Live = apply.NewLive(set, "")
		if err := opts.Live.Add(source.Read("old.yaml", c.Old)); err != nil {
			t.Fatal(err)
		}
	}
	r := apply.New(set, opts).File(source.Read(caseFile(c), c.Object))
	caseReports[c.Name] = r
	return r
}

func caseFile(c *golden.ObjectCase) string {
	if c.JSON {
		return "object.json"
	}
	return "object.yaml"
}

func repoCRDs(t *testing.T, repo string) *apply.CRDs {
	t.Helper()
	set := apply.NewCRDs(kube.Latest, false)
	files, _ := filepath.Glob(filepath.Join(corpusDir, repo, "crds", "*.yaml"))
	for _, name := range files {
		f, err := source.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := set.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	return set
}

func holdVerdict(t *testing.T, name string, of apply.FileReport) {
	t.Helper()
	for i := range of.Results {
		r := &of.Results[i]
		var errors []string
		for _, f := range r.Findings {
			if f.Severity == finding.Error {
				errors = append(errors, f.Message)
			}
		}
		if accepted := r.Verdict != report.Refused; accepted != r.APIServer.Accepted || accepted != (len(errors) == 0) {
			t.Errorf("%s: the verdict is %s, accepted is %v, code %d, %q, and the errors are %q", name, r.Verdict, r.APIServer.Accepted, r.APIServer.Code, r.APIServer.Message, strings.Join(errors, "; "))
		}
	}
}
