package lint

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

var corpusDir = filepath.Join(sweep.Corpus(), "dev")

// fixTally counts what fixing many files came to.
type fixTally struct {
	files, fixed, made, accepted int
	rules                        map[string]int
}

func (n *fixTally) log(t *testing.T) {
	t.Logf("%d fixes made in %d of %d files; %d CRDs are accepted that were refused; by rule: %v",
		n.made, n.fixed, n.files, n.accepted, n.rules)
}

// applyFixes makes the fixes of a file and holds the outcome to what is promised: what
// had a fix is gone, and the server's verdict is no worse.
func (n *fixTally) applyFixes(t *testing.T, f *source.File, opts Options) {
	t.Helper()
	n.compare(t, f, linter.File(f, opts), opts)
}

// compare is applyFixes for a file of which there is a report.
func (n *fixTally) compare(t *testing.T, f *source.File, before FileReport, opts Options) {
	t.Helper()
	if n.rules == nil {
		n.rules = map[string]int{}
	}
	n.files++
	if before.Summary.Fixable == 0 {
		return
	}
	after := linter.Fix(f, opts)
	if after.Made == 0 {
		if after.File != f {
			t.Errorf("%s: no fix was made, but the text is another", f.Name)
		}
		t.Errorf("%s: none of %d fixes was made:\n%s", f.Name, before.Summary.Fixable, listed(before.Findings))
		return
	}
	n.fixed++
	n.made += after.Made
	if bytes.Equal(after.File.Text, f.Text) {
		t.Errorf("%s: %d fixes were made, and the text is the same", f.Name, after.Made)
	}
	had, left := map[string]int{}, map[string]int{}
	for i := range before.Findings {
		if got := &before.Findings[i]; got.Fix != nil {
			had[got.Rule]++
			n.rules[got.Rule]++
		}
	}
	for i := range after.Report.Findings {
		if got := &after.Report.Findings[i]; got.Fix != nil {
			left[got.Rule]++
		}
	}
	for rule := range had {
		if left[rule] > 0 {
			t.Errorf("%s: %d findings of %s had a fix, %d still have", f.Name, had[rule], rule, left[rule])
		}
	}
	// The file on disk is read anew, as the next run will.
	again := linter.File(source.Read(f.Name, after.Bytes()), opts)
	if len(again.Findings) != len(after.Report.Findings) || len(again.Documents) != len(before.Documents) {
		t.Fatalf("%s: another run finds something else:\n%s\n%s", f.Name, listed(again.Findings), listed(after.Report.Findings))
	}
	for i := range before.Documents {
		was, is := &before.Documents[i].APIServer, &again.Documents[i].APIServer
		switch {
		case was.Accepted && !is.Accepted:
			t.Errorf("%s: the server accepted it, and then says: %s\n%s", f.Name, is.Message, listed(before.Findings))
		case !was.Accepted && is.Accepted:
			n.accepted++
		case was.Code == is.Code && len(is.Causes) > len(was.Causes):
			t.Errorf("%s: of %d causes the fixes made %d", f.Name, len(was.Causes), len(is.Causes))
		}
	}
}

func TestFixCases(t *testing.T) {
	var n fixTally
	for _, c := range sweep.Part(3, readCases(t)) {
		f := caseFile(c)
		report, opts := fullReport(c.Name, func() *source.File { return f }, caseOptions(c))
		n.compare(t, f, report, opts)
	}
	n.log(t)
	for _, r := range rules.ServerRules() {
		if n.rules[r.ID] > 0 && !r.Fixable {
			t.Errorf("%s has fixes, and its documentation does not say so", r.ID)
		}
	}
}

func TestFixRuleExamples(t *testing.T) {
	var n fixTally
	for _, r := range rules.All() {
		if r.Fixable && r.Old == "" {
			n.applyFixes(t, source.Read(r.ID+".yaml", []byte(rules.Document(r.Bad()))), Options{Rules: &rules.Selection{Active: []rules.Active{{Rule: r, Severity: r.Severity}}}})
		}
	}
	n.log(t)
	for _, r := range rules.All() {
		if r.Fixable && r.Old == "" && n.rules[r.ID] == 0 {
			t.Errorf("%s is said to be fixable, and no fix is made in its bad example", r.ID)
		}
	}
}

func TestFixCorpus(t *testing.T) {
	t.Parallel()
	files := corpusFiles()
	if len(files) == 0 {
		t.Skip("no corpus is there")
	}
	var n fixTally
	for _, name := range sweep.Part(12, files) {
		f := readCorpus(t, name)
		report, opts := fullReport(name, func() *source.File { return f }, Options{})
		n.compare(t, f, report, opts)
	}
	n.log(t)
	if n.made == 0 {
		t.Error("no fix was made")
	}
}

// TestFixMutants fixes real CRDs that were damaged, as JSON, and where there was
// something to fix also as YAML.
func TestFixMutants(t *testing.T) {
	t.Parallel()
	var n fixTally
	mutants(t, func(m *mutant, text []byte) {
		f := source.Read(m.ID, text)
		if m.Accepted && m.Decode == "" {
			holdVerdict(t, m.ID, f, Options{}) // there is nothing for the server to find
			return
		}
		made := n.made
		before := linter.File(f, Options{})
		if d := before.Documents; len(d) == 1 && d[0].APIServer.Accepted != (before.Summary.Errors == 0) {
			t.Errorf("%s: accepted is %v, and there are %d errors", m.ID, d[0].APIServer.Accepted, before.Summary.Errors)
		}
		n.compare(t, f, before, Options{})
		if n.made == made {
			return
		}
		text, err := yaml.JSONToYAML(text)
		if err != nil {
			t.Fatal(err)
		}
		n.applyFixes(t, source.Read(m.ID, text), Options{})
	})
	n.log(t)
}

// mutant is a real CRD that was damaged, with what the server's code made of it.
type mutant struct {
	ID, Base, Decode string
	Accepted         bool
	Patch            []patch
}

// mutants calls do for every mutant of the corpus with its text, which is JSON.
func mutants(t *testing.T, do func(m *mutant, text []byte)) {
	t.Helper()
	file, err := os.Open(filepath.Join(corpusDir, "truth-crd-mutants.jsonl"))
	if err != nil {
		t.Skip("no corpus is there")
	}
	defer file.Close()
	bases := map[string][]byte{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	for i := 0; lines.Scan(); i++ {
		if !sweep.Takes(24, i) {
			continue
		}
		var m mutant
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		if bases[m.Base] == nil {
			text, err := os.ReadFile(filepath.Join(corpusDir, m.Base))
			if err != nil {
				t.Fatal(err)
			}
			if bases[m.Base], err = yaml.YAMLToJSON(text); err != nil {
				t.Fatal(err)
			}
		}
		doc := decodeJSON(t, bases[m.Base])
		for _, p := range m.Patch {
			doc = p.apply(t, doc, strings.Split(p.Path, "/")[1:])
		}
		text, err := json.MarshalIndent(doc, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		do(&m, text)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// patch is one operation of RFC 6902.
type patch struct {
	Op, Path string
	Value    json.RawMessage
}

func decodeJSON(t *testing.T, text []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

func (p *patch) apply(t *testing.T, at any, path []string) any {
	if len(path) == 0 {
		return decodeJSON(t, p.Value)
	}
	name := unescape.Replace(path[0])
	switch at := at.(type) {
	case map[string]any:
		if len(path) == 1 && p.Op == "remove" {
			delete(at, name)
		} else {
			at[name] = p.apply(t, at[name], path[1:])
		}
		return at
	case []any:
		i := len(at)
		if name != "-" {
			var err error
			if i, err = strconv.Atoi(name); err != nil || i > len(at) {
				t.Fatalf("no item %s", name)
			}
		}
		switch {
		case len(path) > 1 || p.Op == "replace":
			at[i] = p.apply(t, at[i], path[1:])
			return at
		case p.Op == "remove":
			return slices.Delete(at, i, i+1)
		}
		return slices.Insert(at, i, decodeJSON(t, p.Value))
	}
	t.Fatalf("%s leads nowhere", p.Path)
	return nil
}

// TestFixesThatMeet makes fixes that get in each other's way: each by itself is
// right, and in the end all are made.
func TestFixesThatMeet(t *testing.T) {
	remove := rules.Rule{ID: "test-remove", Severity: finding.Warning, Node: func(p *rules.Pass, v *rules.Version, n *schematree.Node) {
		if n.Role == schematree.RoleProperty && strings.HasPrefix(n.Name, "old") {
			path := v.Tree.Path(n.ID)
			p.Report(path, "%s is old", n.Name).Fix = finding.RemoveKey("remove "+n.Name, path)
		}
	}}
	text := rules.Document(`
one: {type: object, properties: {old: {type: string}, older: {type: string}}}
two:
  type: object
  properties:
    # this is old
    old:
      type: string
    # this is older
    older:
      type: string
three:
  type: object
  properties:
    older:
      type: object
      properties:
        old:
          type: string
    new:
      type: string
`)
	opts := Options{Rules: &rules.Selection{Active: []rules.Active{{Rule: &remove, Severity: finding.Warning}}}}
	fixed := linter.Fix(source.Read("f.yaml", []byte(text)), opts)
	got := string(fixed.Bytes())
	want := rules.Document(`
one: {type: object, properties: {}}
two:
  type: object
  properties: {}
three:
  type: object
  properties:
    new:
      type: string
`)
	if got != want || fixed.Report.Summary.Warnings != 0 {
		t.Errorf("got %d fixes, %d left:\n%s", fixed.Made, fixed.Report.Summary.Warnings, got)
	}
	opts.Hide = func(f *report.Finding) bool { return !strings.Contains(f.Message, "older") }
	if fixed := linter.Fix(source.Read("f.yaml", []byte(text)), opts); fixed.Made != 3 || strings.Contains(string(fixed.Bytes()), "older") || !strings.Contains(string(fixed.Bytes()), "old:") {
		t.Errorf("of the 3 fixes that are not hidden %d were made:\n%s", fixed.Made, fixed.Bytes())
	}
}

// TestFixThatDoesHarm does not make a fix after which the server refuses the CRD.
func TestFixThatDoesHarm(t *testing.T) {
	harm := rules.Rule{ID: "test-harm", Severity: finding.Warning, Node: func(p *rules.Pass, v *rules.Version, n *schematree.Node) {
		if n.Role == schematree.RoleProperty && n.Name == "spec" {
			path := v.Tree.Path(n.ID).Child("type")
			p.Report(path, "no type").Fix = finding.RemoveKey("remove the type", path)
		}
	}}
	text := rules.Document("size:\n  type: string\n")
	f := source.Read("f.yaml", []byte(text))
	fixed := linter.Fix(f, Options{Rules: &rules.Selection{Active: []rules.Active{{Rule: &harm, Severity: finding.Warning}}}})
	if fixed.Made != 0 || fixed.File != f || len(fixed.Report.Findings) != 1 {
		t.Errorf("%d fixes were made, and left are:\n%s", fixed.Made, listed(fixed.Report.Findings))
	}
}
