package lint

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

var update = flag.Bool("update", false, "write the findings of our own rules into the cases, to be read in the diff")

const ruleCases = "../../../testdata/lint"

// TestRuleCases holds every lint rule against its case: it finds what the case says
// in the files whose names begin with bad, and nothing in those whose names begin
// with good.
func TestRuleCases(t *testing.T) {
	for _, r := range rules.All() {
		t.Run(r.ID, func(t *testing.T) {
			path := filepath.Join(ruleCases, r.ID+".txtar")
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("the rule has no case: %v", err)
			}
			a := golden.Parse(text)
			var want, got, old []byte
			code := map[string][]byte{}
			bad, good := 0, 0
			for _, f := range a.Files {
				isBad, isGood := strings.HasPrefix(f.Name, "bad"), strings.HasPrefix(f.Name, "good")
				switch f.Name {
				case "want":
					want = f.Data
				case "old.yaml":
					old = f.Data
				}
				if ext := filepath.Ext(f.Name); ext == ".go" || ext == ".mod" {
					code[f.Name] = f.Data
				}
				if !isBad && !isGood {
					continue
				}
				found := foundBy(t, r, f.Name, f.Data, old, code)
				switch {
				case isBad && len(found) == 0:
					t.Errorf("%s: nothing is found", f.Name)
				case isGood && len(found) > 0:
					t.Errorf("%s: found:\n%s", f.Name, listed(found))
				}
				if isBad {
					bad++
					got = append(got, listed(found)...)
				} else {
					good++
				}
			}
			if bad == 0 || good == 0 {
				t.Errorf("the case has %d bad and %d good files, and should have some of each", bad, good)
			}
			if bytes.Equal(want, got) {
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

// TestRuleExamples holds the examples of the documentation to what they are said
// to be. The server accepts them all: its own findings have no rule here.
func TestRuleExamples(t *testing.T) {
	for _, r := range rules.All() {
		t.Run(r.ID, func(t *testing.T) {
			if r.Title == "" || r.Why == "" || (r.Example == "") == (r.GoExample == "") {
				t.Error("the documentation has gaps")
			}
			if r.GoExample != "" {
				goExamples(t, r)
				return
			}
			var old []byte
			if r.Old != "" {
				old = []byte(rules.Document(r.Old))
			}
			var code map[string][]byte
			if r.Go != "" {
				code = map[string][]byte{"types.go": []byte(r.Go)}
			}
			if found := foundBy(t, r, "bad.yaml", []byte(rules.Document(r.Bad())), old, code); len(found) == 0 {
				t.Errorf("nothing is found in the bad example:\n%s", rules.Document(r.Bad()))
			} else if r.Fixable {
				fixable := false
				for i := range found {
					fixable = fixable || found[i].Fix != nil
				}
				if !fixable {
					t.Error("no finding in the bad example has a fix")
				}
			}
			if found := foundBy(t, r, "good.yaml", []byte(rules.Document(r.Good())), old, code); len(found) > 0 {
				t.Errorf("found in the good example:\n%s%s", listed(found), rules.Document(r.Good()))
			}
		})
	}
}

// goExamples does so for examples in Go.
func goExamples(t *testing.T, r *rules.Rule) {
	found := func(types string) []report.Finding {
		code := map[string][]byte{"types.go": []byte(rules.GoDocument(types))}
		return foundBy(t, r, "crd.yaml", []byte(rules.GeneratedDocument), nil, code)
	}
	if len(found(r.GoBad())) == 0 {
		t.Errorf("nothing is found in the bad example:\n%s", rules.GoDocument(r.GoBad()))
	}
	if found := found(r.GoGood()); len(found) > 0 {
		t.Errorf("found in the good example:\n%s%s", listed(found), rules.GoDocument(r.GoGood()))
	}
}

// TestRulesAreListedInOrder keeps the list readable, and IDs unique.
func TestRulesAreListedInOrder(t *testing.T) {
	topics := rules.Topics()
	last := ""
	for _, r := range rules.All() {
		topic := 0
		for topic < len(topics) && topics[topic] != r.Topic {
			topic++
		}
		file := "../rules/rule_" + strings.ReplaceAll(r.ID, "-", "_") + ".go"
		if _, err := os.Stat(file); err != nil {
			t.Errorf("%s is not in the file that is named for it: %v", r.ID, err)
		}
		if key := fmt.Sprintf("%d %s", topic, r.ID); key <= last {
			t.Errorf("%s stands behind %s", r.ID, last[2:])
		} else {
			last = key
		}
	}
}

// TestRuleCasesHaveRules finds the cases of lint rules that are no more.
func TestRuleCasesHaveRules(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(ruleCases, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if id := strings.TrimSuffix(filepath.Base(f), ".txtar"); rules.Find(id) == nil {
			t.Errorf("%s: no rule has this ID", f)
		}
	}
}

// foundBy returns what one lint rule finds in a text, as an update of the old one
// unless that is nil, and fails for what the server refuses. The code is what the CRD is
// generated from, by the names of the files.
func foundBy(t *testing.T, r *rules.Rule, name string, text, old []byte, code map[string][]byte) []report.Finding {
	t.Helper()
	only := &rules.Selection{Active: []rules.Active{{Rule: r, Severity: r.Severity}}}
	opts := Options{Rules: only}
	if len(code) > 0 {
		types := typesOf(t, code)
		opts.Types = func(g origin.Generated) *gotypes.CRD {
			return types.CRD(g.Group, g.Kind, g.Versions, gotypes.Generator(g.Generator))
		}
		opts.GoFirst = true
	}
	var stored Stored
	if old != nil {
		if err := stored.AddText("old.yaml", old); err != nil {
			t.Fatal(err)
		}
		opts.Old = stored.Find
	}
	got := linterFor(t, r).File(source.Read(name, text), opts)
	if len(got.Documents) == 0 {
		t.Fatalf("%s: no CRD is read: %s", name, listed(got.Findings))
	}
	for _, d := range got.Documents {
		if !d.APIServer.Accepted {
			t.Errorf("%s: the server refuses it: %s", name, d.APIServer.Message)
		}
	}
	var found []report.Finding
	for _, f := range got.Findings {
		if f.Rule == r.ID {
			found = append(found, f)
		}
	}
	return append(found, Set(got.Identities, stored.Missing(got.Identities), nil).Findings...)
}

// typesOf reads Go code from a folder.
func typesOf(t *testing.T, code map[string][]byte) *gotypes.Module {
	t.Helper()
	dir := t.TempDir()
	for name, text := range code {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m, err := gotypes.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	m.Base(dir)
	return m
}

// linterFor returns the linter of the versions that a lint rule's examples are for.
func linterFor(t *testing.T, r *rules.Rule) *Linter {
	t.Helper()
	if r.KubeVersions == "" {
		return linter
	}
	asked, err := kube.ParseVersions(r.KubeVersions)
	if err != nil {
		t.Fatal(err)
	}
	return NewFor(asked)
}

// listed writes findings as they stand in a case: the line that people see,
// the help and the title of the fix below.
func listed(found []report.Finding) []byte {
	var b bytes.Buffer
	for i := range found {
		f := &found[i]
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s [%s]\n", f.File, f.Line, f.Column, f.Severity, f.Message, f.Rule)
		if f.Origin != nil {
			fmt.Fprintf(&b, "  in Go: %s:%d:%d %s\n", f.Origin.File, f.Origin.Line, f.Origin.Column, strings.TrimSpace(f.Origin.Source))
			for _, r := range f.Related {
				fmt.Fprintf(&b, "  %s:%d:%d: %s\n", r.File, r.Line, r.Column, r.Message)
			}
		}
		if f.Help != "" {
			fmt.Fprintf(&b, "  help: %s\n", f.Help)
		}
		if f.Fix != nil {
			fmt.Fprintf(&b, "  fix: %s\n", f.Fix.Title)
		}
	}
	return b.Bytes()
}

func writeWant(t *testing.T, path string, a *golden.Archive, want []byte) {
	t.Helper()
	b := bytes.NewBuffer(bytes.Clone(a.Comment))
	for _, f := range a.Files {
		if f.Name != "want" {
			fmt.Fprintf(b, "-- %s --\n%s", f.Name, f.Data)
		}
	}
	fmt.Fprintf(b, "-- want --\n%s", want)
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
