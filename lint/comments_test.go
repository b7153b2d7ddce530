package lint

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/crdtool/crdtool/internal/golden"
	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
)

// ignoreSelection has the rules that the cases speak of.
func ignoreSelection() *rules.Selection {
	s := new(rules.Selection)
	for _, id := range []string{"float", "idle-keyword", "pattern-alternation", "repeated-entry"} {
		r := rules.Find(id)
		s.Active = append(s.Active, rules.Active{Rule: r, Severity: r.Severity})
	}
	return s
}

// TestIgnoreCases holds the comments in testdata/ignore to what they cover.
func TestIgnoreCases(t *testing.T) {
	cases, err := filepath.Glob("../testdata/ignore/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, path := range cases {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			a := golden.Parse(text)
			var crd, want []byte
			for _, f := range a.Files {
				if f.Name == "want" {
					want = f.Data
				} else {
					crd = f.Data
				}
			}
			report := linter.File(source.Read("crd.yaml", crd), Options{Rules: ignoreSelection()})
			got := listed(report.Findings)
			if report.Summary.Ignored > 0 {
				got = fmt.Appendf(got, "ignored: %d\n", report.Summary.Ignored)
			}
			switch {
			case bytes.Equal(got, want):
			case *update:
				writeWant(t, path, a, got)
			default:
				t.Errorf("found:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestUnusedIgnoresCanBeRemoved makes the fix of every unused comment: the
// documents stay as they were, and the comments are gone.
func TestUnusedIgnoresCanBeRemoved(t *testing.T) {
	for _, text := range []string{
		"a: 1 # crdtool:ignore float no\nb: 2\n",
		"# crdtool:ignore float no\na: 1\nb: 2\n",
		"a: 1\nb:\n  # crdtool:ignore float no\n  c: 2\n",
		"a: 1\nb: 2\n# crdtool:ignore float no",
		"a: 1\r\n# crdtool:ignore float no\r\nb: 2\r\n",
		"a: \"é\" # crdtool:ignore float no\n",
		"# crdtool:ignore-file float no\na: 1\n",
	} {
		opts := Options{Rules: ignoreSelection()}
		f := source.Read("a.yaml", []byte(text))
		fixed := linter.Fix(f, opts)
		if fixed.Made != 1 || bytes.Contains(fixed.File.Text, []byte("crdtool")) {
			t.Errorf("%q: %d fixes, left is %q, %+v", text, fixed.Made, fixed.File.Text, fixed.Report.Findings)
		}
		if got, want := source.Value(fixed.File.Documents[0].Root), source.Value(f.Documents[0].Root); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: the document is now %v", text, got)
		}
	}
}

func TestCommentsOfSetRulesAreNotUnused(t *testing.T) {
	var set *rules.Rule
	for _, r := range rules.All() {
		if r.Set != nil {
			set = r
		}
	}
	if set == nil {
		t.Fatal("no rule judges the whole set")
	}
	s := &rules.Selection{Active: []rules.Active{{Rule: set}}}
	text := "# crdtool:ignore-file " + set.ID + " known\na: 1\n"
	if found := linter.File(source.Read("a.yaml", []byte(text)), Options{Rules: s}).Findings; len(found) > 0 {
		t.Errorf("found %+v", found)
	}
}
