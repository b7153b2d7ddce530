package render

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

// reported is a report with something of everything: two CRDs of one name in a
// file, one without a name, a finding that belongs to none, one without a place,
// a fix, related places in the file and in another one, and text that every format
// has to escape.
func reported() *report.Report {
	return &report.Report{
		Documents: []report.Document{
			{File: "crds/a:b,c.yaml", Line: 1, Name: "as.example.com", APIServer: answer.APIServer{Accepted: true}},
			{File: "crds/a:b,c.yaml", Line: 40, Name: "as.example.com"},
			{File: "crds/a:b,c.yaml", Line: 80},
			{File: "crds/clean.yaml", Line: 1, Name: "clean.example.com", APIServer: answer.APIServer{Accepted: true}},
		},
		Findings: []report.Finding{
			{Rule: "yaml-syntax", File: "broken one.yaml", Line: 3, Column: 2, EndLine: 3, EndColumn: 2, Message: "not valid YAML"},
			{Rule: "float", Severity: finding.Warning, File: "crds/a:b,c.yaml", Line: 7, Column: 4, EndLine: 7, EndColumn: 9, CRD: "as.example.com", Version: "v1",
				Path: "spec.versions[0].schema", Message: "100% <wrong> ]]> \"here\": a, b\nand \x1b[31m there", Help: "do better",
				Fix: &report.Fix{Title: "fix it", Edits: []report.Edit{{Line: 7, Column: 4, EndLine: 7, EndColumn: 9, Text: "x"}, {Line: 8, Column: 1, EndLine: 9, EndColumn: 1}}}},
			{Rule: "scope", File: "crds/a:b,c.yaml", Line: 44, Column: 4, EndLine: 46, EndColumn: 2, CRD: "as.example.com", Path: "spec.scope", ServerPath: "spec.scope", ServerMessage: "Unsupported value", Message: "Unsupported value",
				Related: []report.Related{
					{Message: "<the> first, of: 100%", File: "crds/a:b,c.yaml", Line: 12, Column: 3, EndLine: 12, EndColumn: 9, Path: "spec.scope"},
					{Message: "the stored one", File: "crds/clean.yaml", Line: 5},
				}},
			{Rule: "names", File: "crds/a:b,c.yaml", Line: 81, Column: 1, EndLine: 81, EndColumn: 2, Message: "no name",
				Path: "metadata", ServerPath: "metadata.name", ServerMessage: "Required value: `name` or generateName is required"},
			{Rule: "template", Severity: finding.Info, File: "<stdin>", Message: "a template"},
		},
		Summary: report.Summary{Files: 4, CRDs: 4, Refused: 2, Errors: 3, Warnings: 1},
	}
}

func aboutTest(t *testing.T) *About {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return &About{
		Command: "lint", Version: "v1.2.3", Repository: Repository{dir: root, real: root}, Rules: rules.Of(rules.APIReview).Active,
		Fails:  func(f *report.Finding) bool { return f.Severity == finding.Error },
		Unread: []error{errors.New("no such file: gone.yaml")},
	}
}

func TestReportsGolden(t *testing.T) {
	for name, write := range map[string]Writer{
		"github.txt": GitHub, "gitlab.json": GitLab, "junit.xml": JUnit, "markdown.md": Markdown,
	} {
		checkGolden(t, "report-"+name, render(t, write))
	}
}

func render(t *testing.T, write Writer) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, reported(), aboutTest(t)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSARIFGolden(t *testing.T) {
	checkSARIF(t, "report-sarif.json", render(t, SARIF), len(aboutTest(t).Rules)+len(rules.ServerRules())+len(rules.CommentRules()))
}

// checkSARIF holds the results of a SARIF file to a golden file. Its rules come from
// the rules' own text: only that each result leads to its own is checked, and how
// many they are.
func checkSARIF(t *testing.T, name string, text []byte, wantRules int) {
	t.Helper()
	var log struct {
		Runs []map[string]any
	}
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	driver := run["tool"].(map[string]any)["driver"].(map[string]any)
	described := driver["rules"].([]any)
	if len(described) != wantRules {
		t.Errorf("%d rules are described, want %d", len(described), wantRules)
	}
	for _, r := range run["results"].([]any) {
		r := r.(map[string]any)
		i, ok := r["ruleIndex"].(float64)
		if !ok || described[int(i)].(map[string]any)["id"] != r["ruleId"] {
			t.Errorf("ruleIndex of %s does not lead to it", r["ruleId"])
		}
		delete(r, "ruleIndex") // changes with every rule that is added
	}
	delete(driver, "rules")
	rest, err := json.MarshalIndent(run, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	checkGolden(t, name, append(rest, '\n'))
}

func TestReportsAreTheSameEveryTime(t *testing.T) {
	for _, write := range []Writer{SARIF, GitHub, JUnit, GitLab, Markdown, HTML} {
		if !bytes.Equal(render(t, write), render(t, write)) {
			t.Errorf("two reports differ:\n%s", render(t, write))
		}
	}
}

func TestReportsOfNothing(t *testing.T) {
	for want, write := range map[string]Writer{
		`"results": []`: SARIF, `[]`: GitLab, `tests="0" failures="0"`: JUnit, ``: GitHub,
		"### crdtool lint: passed, no findings in 0 CRDs\n": Markdown,
	} {
		var b bytes.Buffer
		if err := write(&b, &report.Report{}, &About{Command: "lint", Repository: FindRepository(".")}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) || want == "" && b.Len() > 0 {
			t.Errorf("got %s, want %s in it", b.String(), want)
		}
	}
}

// A case fails by what makes the run fail, and only that.
func TestJUnitFailsAsTheRunDoes(t *testing.T) {
	r := &report.Report{
		Documents: []report.Document{{File: "a.yaml", Line: 1, Name: "a"}},
		Findings:  []report.Finding{{Rule: "float", Severity: finding.Warning, File: "a.yaml", CRD: "a", Line: 2, Message: "m"}},
	}
	for _, fails := range []bool{true, false} {
		var b bytes.Buffer
		if err := JUnit(&b, r, &About{Fails: func(*report.Finding) bool { return fails }}); err != nil {
			t.Fatal(err)
		}
		var got junitSuites
		if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		c := got.Suites[0].Cases[0]
		if (c.Failure != nil) != fails || (c.Output == nil) != fails || (got.Failures == 1) != fails {
			t.Errorf("the run fails: %v; got %s", fails, b.String())
		}
	}
}

// A fingerprint stays when lines and versions move, and tells findings apart.
func TestFingerprints(t *testing.T) {
	f := report.Finding{Rule: "float", CRD: "a.b", Version: "v1", Path: "spec.versions[0].schema", Message: "as on line 12", Line: 3}
	first := fingerprints{}.of(&f, "a.yaml")
	moved := f
	moved.Line, moved.Path, moved.Message = 9, "spec.versions[1].schema", "as on line 120"
	if got := (fingerprints{}).of(&moved, "b.yaml"); got != first {
		t.Errorf("moved, it is %s, was %s", got, first)
	}
	for name, change := range map[string]func(*report.Finding){
		"rule":    func(f *report.Finding) { f.Rule = "scope" },
		"CRD":     func(f *report.Finding) { f.CRD = "c.b" },
		"version": func(f *report.Finding) { f.Version = "v2" },
		"path":    func(f *report.Finding) { f.Path += ".x" },
		"message": func(f *report.Finding) { f.Message += "!" },
	} {
		other := f
		change(&other)
		if (fingerprints{}).of(&other, "a.yaml") == first {
			t.Errorf("another %s has the same fingerprint", name)
		}
	}
	prints := fingerprints{}
	if a, b := prints.of(&f, "a.yaml"), prints.of(&f, "a.yaml"); a == b || a != first {
		t.Errorf("the same finding twice has the fingerprints %s and %s", a, b)
	}
	if a, b := (fingerprints{}).inFile(&f, "a.yaml"), (fingerprints{}).inFile(&f, "b.yaml"); a == b {
		t.Error("two files have the same fingerprint")
	}
}

func TestRepositoryPaths(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{".git", "deep/er", "linked"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(root, "deep"))
	r := FindRepository(".")
	for file, want := range map[string]string{
		"er/a.yaml":                       "deep/er/a.yaml",
		"../b.yaml":                       "b.yaml",
		"./c.yaml":                        "deep/c.yaml",
		filepath.Join(root, "deep/d.yml"): "deep/d.yml",
		"<stdin>":                         "<stdin>",
	} {
		if got, inside := r.Path(file); got != want || !inside {
			t.Errorf("%s is %s, inside %v; want %s", file, got, inside, want)
		}
	}
	if got, inside := r.Path("../../../elsewhere.yaml"); inside || !filepath.IsAbs(filepath.FromSlash(got)) {
		t.Errorf("a file elsewhere is %s, inside %v", got, inside)
	}
	// Without a .git it is the folder itself.
	t.Chdir(t.TempDir())
	if got, inside := FindRepository(".").Path("x/a.yaml"); got != "x/a.yaml" || !inside {
		t.Errorf("without a repository a file is %s, inside %v", got, inside)
	}
}

func TestFileURI(t *testing.T) {
	for _, c := range []struct {
		name   string
		inside bool
		want   string
	}{
		{"crds/a b.yaml", true, "crds/a%20b.yaml"},
		{"a:b.yaml", true, "./a:b.yaml"},
		{"<stdin>", true, "%3Cstdin%3E"},
		{"100%.yaml", true, "100%25.yaml"},
		{"/srv/a.yaml", false, "file:///srv/a.yaml"},
		{"C:/a.yaml", false, "file:///C:/a.yaml"},
	} {
		if got := fileURI(c.name, c.inside); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Commands are read as the runner of GitHub Actions does: properties up to the
// next "::", each with its escapes undone after the commas are.
func TestGitHubCommandsAreReadBack(t *testing.T) {
	report := reported()
	lines := strings.Split(strings.TrimSuffix(string(render(t, GitHub)), "\n"), "\n")
	if lines = lines[1:]; len(lines) != len(report.Findings) { // the first is about what was not read
		t.Fatalf("%d commands, want %d", len(lines), len(report.Findings))
	}
	undoData := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%")
	undoProperty := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	for i, line := range lines {
		head, data, ok := strings.Cut(strings.TrimPrefix(line, "::"), "::")
		name, list, named := strings.Cut(head, " ")
		if !ok || !named || !strings.HasPrefix(line, "::") {
			t.Fatalf("%q is no command", line)
		}
		properties := map[string]string{}
		for _, p := range strings.Split(list, ",") {
			k, v, _ := strings.Cut(p, "=")
			properties[k] = undoProperty.Replace(v)
		}
		f := &report.Findings[i]
		if want := [...]string{"error", "warning", "notice"}[f.Severity]; name != want {
			t.Errorf("%s is the command %s, want %s", f.Rule, name, want)
		}
		if f.File == "<stdin>" {
			if properties["file"] != "" {
				t.Errorf("standard input is the file %s", properties["file"])
			}
		} else if properties["file"] != "internal/output/render/"+f.File {
			t.Errorf("the file is %q, want %q below internal/output/render", properties["file"], f.File)
		}
		first, _, _ := strings.Cut(f.Message, "\n")
		if got := undoData.Replace(data); !strings.Contains(got, first) {
			t.Errorf("the text is %q, want %q in it", got, first)
		}
	}
}
