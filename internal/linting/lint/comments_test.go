package lint

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/golden"
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
	cases, err := filepath.Glob("../../../testdata/ignore/*.txtar")
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

// acceptedLamps is a CRD that the server accepts.
const acceptedLamps = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  names: {kind: Lamp, plural: lamps}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        description: "é"
`

// TestUnusedIgnoresCanBeRemoved makes the fix of every unused comment: the
// documents stay as they were, and the comments are gone.
func TestUnusedIgnoresCanBeRemoved(t *testing.T) {
	for _, text := range []string{
		strings.Replace(acceptedLamps, "Namespaced", "Namespaced # crdtool:ignore float no", 1),
		strings.Replace(acceptedLamps, "  scope", "  # crdtool:ignore float no\n  scope", 1),
		strings.Replace(acceptedLamps, "    served", "    # crdtool:ignore float no\n    served", 1),
		acceptedLamps + "# crdtool:ignore float no",
		strings.ReplaceAll(strings.Replace(acceptedLamps, "  scope", "  # crdtool:ignore float no\n  scope", 1), "\n", "\r\n"),
		strings.Replace(acceptedLamps, `"é"`, `"é" # crdtool:ignore float no`, 1),
		"# crdtool:ignore-file float no\n" + acceptedLamps,
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

// A comment is unused only if its rule has judged the CRD that it covers, and --fix then
// leaves it with its reason.
func TestCommentsOfRulesThatDidNotRun(t *testing.T) {
	const comment = " # crdtool:ignore %s we know"
	old := source.Read("old.yaml", []byte(acceptedLamps)).Documents[0]
	with := func(id string) string {
		return strings.Replace(acceptedLamps, "type: object", "type: object"+fmt.Sprintf(comment, id), 1)
	}
	selection := func(ids ...string) *rules.Selection {
		s := ignoreSelection()
		for _, id := range ids {
			r := rules.Find(id)
			s.Active = append(s.Active, rules.Active{Rule: r, Severity: r.Severity})
		}
		return s
	}
	off := selection()
	off.Server = map[string]rules.Setting{"unknown-format": {Off: true}}
	stored := func(string) *source.Document { return old }
	for _, c := range []struct {
		name, text string
		opts       Options
		unused     bool
	}{
		{"on", with("float"), Options{Rules: selection()}, true},
		{"not on", with("enum-narrowed"), Options{Rules: selection()}, false},
		{"refused", strings.Replace(with("float"), "Namespaced", "namespaces", 1), Options{Rules: selection()}, false},
		{"not decoded", strings.Replace(with("float"), "served: true", "served: 1", 1), Options{Rules: selection()}, false},
		{"unknown field", strings.Replace(with("float"), "  scope", "  scop: a\n  scope", 1), Options{Rules: selection()}, false},
		{"no CRD", strings.Replace(with("float"), "kind: CustomResourceDefinition", "kind: CustomResource", 1), Options{Rules: selection()}, false},
		{"broken beside", with("float") + "---\na: [\n", Options{Rules: selection()}, false},
		{"other document refused", with("float") + "---\n" + strings.Replace(acceptedLamps, "Namespaced", "namespaces", 1), Options{Rules: selection()}, true},
		{"file, other document refused", "# crdtool:ignore-file float we know\n" + acceptedLamps + "---\n" + strings.Replace(acceptedLamps, "Namespaced", "namespaces", 1), Options{Rules: selection()}, false},
		{"upgrade, nothing stored", with("enum-narrowed"), Options{Rules: selection("enum-narrowed")}, false},
		{"upgrade", with("enum-narrowed"), Options{Rules: selection("enum-narrowed"), Old: stored}, true},
		{"warning of the server", with("unknown-format"), Options{Rules: selection()}, true},
		{"warning of the server, off", with("unknown-format"), Options{Rules: off}, false},
		{"warning of the server, update", with("unknown-format"), Options{Rules: selection(), Old: stored}, false},
		{"warning of the server, other versions", with("unknown-format"), Options{Rules: selection(), OtherVersions: true}, false},
		{"one version", with("drops-silently"), Options{Rules: selection("drops-silently")}, false},
	} {
		fixed := linter.Fix(source.Read("a.yaml", []byte(c.text)), c.opts)
		if kept := bytes.Contains(fixed.File.Text, []byte("we know")); kept == c.unused {
			t.Errorf("%s: comment kept: %v, %+v", c.name, kept, fixed.Report.Findings)
		}
		b, err := ReadBaseline(".", []byte(`{"schemaVersion": 1, "findings": [{"rule": "`+ruleOf(c.text)+`", "crd": "lamps.example.com", "message": "a"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		report := linter.File(source.Read("a.yaml", []byte(c.text)), c.opts)
		b.Judged(&report)
		if gone := b.Gone() > 0; gone != c.unused && !strings.Contains(c.name, "beside") && !strings.Contains(c.name, "other document") {
			t.Errorf("%s: entry of the baseline is gone: %v", c.name, gone)
		}
	}
}

// ruleOf is the rule that a comment names.
func ruleOf(text string) string {
	_, rest, _ := strings.Cut(text, "crdtool:ignore")
	return strings.Fields(strings.TrimPrefix(rest, "-file"))[0]
}

// A baseline that is written anew keeps the entries of CRDs that the server refuses by now.
func TestBaselineKeepsWhatWasNotJudged(t *testing.T) {
	old, err := ReadBaseline(".", []byte(`{"schemaVersion": 1, "findings": [{"rule": "float", "crd": "lamps.example.com", "message": "a"}, {"rule": "float", "crd": "others.example.com", "message": "b"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{acceptedLamps: 0, strings.Replace(acceptedLamps, "Namespaced", "namespaces", 1): 1} {
		report := linter.File(source.Read("a.yaml", []byte(text)), Options{Rules: ignoreSelection()})
		b := NewBaseline(".")
		b.Judged(&report)
		b.KeepUnjudged(old)
		if b.Len() != want {
			t.Errorf("%d entries are kept, want %d: %s", b.Len(), want, b.JSON())
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
