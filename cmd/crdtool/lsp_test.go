package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/lsp/diagnose"
	"github.com/crdtool/crdtool/internal/lsp/lines"
	"github.com/crdtool/crdtool/internal/lsp/protocol"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/testkit/editor"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/report"
)

var (
	editorFiles   = flag.Int("editor-files", 60, "how many files of the corpus to open in the language server")
	editorDamaged = flag.Int("editor-damaged", 120, "how many damaged files to open in it")
)

// TestEditorsGetTheSameAnswers opens files of the corpus, whole and damaged, in the language server. Its diagnostics
// have to be those of lint and apply-dry for the saved file.
func TestEditorsGetTheSameAnswers(t *testing.T) {
	projects, _ := filepath.Glob(filepath.Join(sweep.Corpus(), "dev", "*"))
	projects = slices.DeleteFunc(projects, func(dir string) bool { info, err := os.Stat(dir); return err != nil || !info.IsDir() })
	if len(projects) == 0 {
		t.Skip("there is no corpus")
	}
	random := rand.New(rand.NewPCG(1, 50))
	files, damaged, findings := 0, 0, 0
	for i, dir := range projects {
		left := len(projects) - i
		n, m, k := sameAnswers(t, dir, (*editorFiles-files)/left, (*editorDamaged-damaged)/left, random)
		files, damaged, findings = files+n, damaged+m, findings+k
	}
	t.Logf("%d files and %d damaged ones, %d findings", files, damaged, findings)
}

// sameAnswers compares some files of a project. It returns the numbers of whole and damaged files and of findings.
func sameAnswers(t *testing.T, project string, whole, damaged int, random *rand.Rand) (files, broken, findings int) {
	root := t.TempDir()
	t.Chdir(root)
	crds, _ := filepath.Glob(filepath.Join(project, "crds", "*.yaml"))
	objects, _ := filepath.Glob(filepath.Join(project, "objects", "*.yaml"))
	if err := os.WriteFile(".crdtool.yaml", []byte("profile: strict\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(crds, objects...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		writeIn(t, filepath.Join(root, filepath.Base(filepath.Dir(name)), filepath.Base(name)), text)
	}
	all := append(slices.Clone(crds), objects...)
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	c := editor.Start(t, root, "{}")
	defer c.Stop()
	for i := range whole + damaged {
		text, err := os.ReadFile(all[i%len(all)])
		if err != nil {
			t.Fatal(err)
		}
		if i >= whole {
			text = damage(text, random)
			broken++
		} else {
			files++
		}
		name := fmt.Sprintf("case%d/%s", i, filepath.Base(all[i%len(all)]))
		writeIn(t, filepath.Join(root, name), text)
		findings += sameAnswer(t, c, name, string(text))
		if err := os.RemoveAll(filepath.Join(root, filepath.Dir(name))); err != nil {
			t.Fatal(err)
		}
	}
	return files, broken, findings
}

func writeIn(t *testing.T, name string, text []byte) {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// damage removes, repeats or changes a line or a byte.
func damage(text []byte, random *rand.Rand) []byte {
	l := strings.SplitAfter(string(text), "\n")
	at := random.IntN(len(l))
	switch random.IntN(6) {
	case 0:
		l = slices.Delete(l, at, at+1)
	case 1:
		l = slices.Insert(l, at, l[at])
	case 2:
		l[at] = strings.TrimRight(l[at], "\n") + []string{":", "x", " x: y", "'", "]"}[random.IntN(5)] + "\n"
	case 3:
		l[at] = strings.Replace(l[at], ": ", []string{": 1", ": \"", ": [", ": null #"}[random.IntN(4)], 1)
	case 4:
		l[at] = " " + l[at]
	default:
		whole := strings.Join(l, "")
		i := random.IntN(len(whole))
		return []byte(whole[:i] + string(rune('a'+random.IntN(26))) + whole[i+1:])
	}
	return []byte(strings.Join(l, ""))
}

// sameAnswer opens a file, compares its diagnostics with the findings of the commands, and closes it.
func sameAnswer(t *testing.T, c *editor.Client, name, text string) int {
	want := commandFindings(t, filepath.Dir(name))
	c.Open(name, text)
	got := c.Diagnostics(name)
	// Hints strike fields through or fade them out. They are no findings of a command.
	got = slices.DeleteFunc(got, func(d protocol.Diagnostic) bool { return d.Severity == protocol.SeverityHint })
	l := lines.Of([]byte(text))
	var wanted []protocol.Diagnostic
	for i := range want {
		wanted = append(wanted, diagnose.Diagnostic(&want[i], l, lines.UTF16, func(string) *lines.Lines { return nil }))
	}
	listed := sortedLines(wanted)
	for i := range want {
		// The commands report findings of one cause once, and list their places. In an editor each place is marked.
		for _, also := range want[i].Also {
			at := diagnose.RangeOf(l, lines.UTF16, also.Pos())
			got = slices.DeleteFunc(got, func(d protocol.Diagnostic) bool {
				return d.Range == at && d.Code == want[i].Rule && !strings.Contains(listed, editor.LineOf(&d)+"\n")
			})
		}
	}
	if a, b := sortedLines(got), listed; a != b {
		t.Errorf("%s: the editor gets\n%swhere the commands print\n%s", name, a, b)
	}
	c.Close(name)
	return len(want)
}

func sortedLines(list []protocol.Diagnostic) string {
	l := strings.SplitAfter(editor.LinesOf(list), "\n")
	slices.Sort(l)
	return strings.Join(slices.Compact(l), "")
}

// commandFindings returns what lint and apply-dry report about a folder.
func commandFindings(t *testing.T, dir string) []report.Finding {
	t.Helper()
	var linted report.Report
	var applied report.Objects
	for command, to := range map[string]any{"lint": &linted, "apply-dry --find-crds": &applied} {
		var out, errs strings.Builder
		args := append(strings.Fields(command), "--format", "json", "--allow-empty", dir)
		run(context.Background(), args, strings.NewReader(""), &out, &errs)
		// Programs that use package report write severities, and do not read them.
		text := strings.NewReplacer(`"severity": "error"`, `"severity": 0`, `"severity": "warning"`, `"severity": 1`, `"severity": "info"`, `"severity": 2`).Replace(out.String())
		if err := json.Unmarshal([]byte(text), to); err != nil {
			t.Fatalf("%s %s: %v\n%s", command, dir, err, errs.String())
		}
	}
	objects := apply.FileReport{Results: applied.Results, Findings: applied.Findings}
	return append(linted.Findings, objects.Whole().Findings...)
}
