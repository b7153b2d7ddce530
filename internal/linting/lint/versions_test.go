package lint

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// TestVersions holds what is said, by drops-silently and others, of CRDs that several versions of Kubernetes are asked
// about against the cases in testdata/versions.
func TestVersions(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/versions/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			a := golden.Parse(text)
			var asked []kube.Version
			var crd, old, want []byte
			for _, f := range a.Files {
				switch f.Name {
				case "versions":
					if asked, err = kube.ParseVersions(strings.TrimSpace(string(f.Data))); err != nil {
						t.Fatal(err)
					}
				case "crd.yaml":
					crd = f.Data
				case "old.yaml":
					old = f.Data
				case "want":
					want = f.Data
				}
			}
			var stored Stored
			opts := Options{Rules: rules.Of(rules.Default)}
			if old != nil {
				if err := stored.AddText("old.yaml", old); err != nil {
					t.Fatal(err)
				}
				opts.Old = stored.Find
			}
			r := NewFor(asked).File(source.Read("crd.yaml", crd), opts)
			got := listed(r.Findings)
			for _, d := range r.Documents {
				got = append(got, supported(asked, d.Support)...)
			}
			if bytes.Equal(got, want) {
				return
			}
			if !*update {
				t.Errorf("found:\n%s\nwant:\n%s", got, want)
				return
			}
			writeWant(t, path, a, got)
		})
	}
}

// supported writes which versions take a CRD.
func supported(asked []kube.Version, s *report.Support) []byte {
	var b bytes.Buffer
	for i, v := range asked {
		fmt.Fprintf(&b, "%s %s\n", v, s.Outcomes[i])
	}
	fmt.Fprintf(&b, "least %q, whole %q\n", s.Least, s.Whole)
	for _, n := range s.Needs {
		fmt.Fprintf(&b, "%d:%d: %q since %q, dropped before: %t [%s]\n", n.Line, n.Column, n.What, n.Since, n.Dropped, n.Rule)
	}
	return b.Bytes()
}

// TestVersionsAgreeWithEach holds the outcome of asking about several versions at once to
// that of asking each by itself.
func TestVersionsAgreeWithEach(t *testing.T) {
	t.Parallel()
	asked, err := kube.ParseVersions("all")
	if err != nil {
		t.Fatal(err)
	}
	all := NewFor(asked)
	each := make([]*Linter, len(asked))
	for i, v := range asked {
		each[i] = New(v)
	}
	refused := 0
	for _, c := range sweep.Part(4, readCases(t)) {
		opts := caseOptions(c)
		opts.FieldValidation = Ignore // as the others are asked
		r := all.File(caseFile(c), opts)
		for i := range asked {
			one := each[i].File(caseFile(c), opts)
			for k := range r.Documents {
				s := r.Documents[k].Support
				if s == nil {
					continue // no server comes to its checks
				}
				takes := s.Outcomes[i] != report.IsRefused
				if takes != one.Documents[k].APIServer.Accepted {
					t.Errorf("%s: %s: accepted is %t, by itself %t", c.Name, asked[i], takes, !takes)
				}
				if !takes {
					refused++
				}
			}
			for k := range one.Findings {
				f := &one.Findings[k]
				if f.ServerPath == "" || len(r.Documents) == 1 && r.Documents[0].Support == nil {
					continue
				}
				if !slices.ContainsFunc(r.Findings, func(of report.Finding) bool {
					return of.Code == f.Code && of.Path == f.Path && (of.KubeVersions == nil || slices.Contains(of.KubeVersions, asked[i].String()))
				}) {
					t.Errorf("%s: %s finds %s at %s, which is not told", c.Name, asked[i], f.Code, f.Path)
				}
			}
		}
	}
	if refused < 250 || sweep.Thorough() && refused < 1000 {
		t.Errorf("only %d refusals", refused)
	}
}
