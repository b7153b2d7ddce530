package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The problem matcher reads from the text what the JSON says.
func TestProblemMatcher(t *testing.T) {
	skipOnWindows(t, "paths are printed with backslashes")
	text, err := os.ReadFile(filepath.Join(repository(t), ".github", "crdtool-problem-matcher.json"))
	if err != nil {
		t.Fatal(err)
	}
	type pattern struct {
		Regexp                                      string
		File, Line, Column, Severity, Message, Code int
	}
	var file struct {
		ProblemMatcher []struct {
			Owner   string
			Pattern []pattern
		}
	}
	if err := json.Unmarshal(text, &file); err != nil || len(file.ProblemMatcher) != 1 || len(file.ProblemMatcher[0].Pattern) != 1 {
		t.Fatalf("not one matcher of one line: %v", err)
	}
	p := file.ProblemMatcher[0].Pattern[0]
	re := regexp.MustCompile(p.Regexp)

	dir := folder(t, map[string]string{
		"a b: c/bad.yaml": badScope("bad"), "odd.yaml": oddFormat("odds"), "broken.yaml": "a: [\nb: 1\n",
		"template.yaml": "a: {{ .Values.b }}\n",
	})
	for _, in := range []struct{ dir, path string }{{dir, "."}, {repository(t), "examples/"}} {
		for _, color := range []string{"never", "auto"} {
			out := inProcess(t, in.dir, "lint", "--color", color, "--profile", "strict", in.path).stdout
			var report struct {
				Findings []struct {
					File, Severity, Message, Rule string
					Line, Column                  int
				}
			}
			if err := json.Unmarshal([]byte(inProcess(t, in.dir, "lint", "--profile", "strict", "--format", "json", in.path).stdout), &report); err != nil {
				t.Fatal(err)
			}
			if len(report.Findings) < 4 {
				t.Fatalf("only %d findings", len(report.Findings))
			}
			var matched [][]string
			for line := range strings.Lines(out) {
				if m := re.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
					matched = append(matched, m)
				}
			}
			if len(matched) != len(report.Findings) {
				t.Errorf("%d of %d findings match in:\n%s", len(matched), len(report.Findings), out)
				continue
			}
			for i, f := range report.Findings {
				m := matched[i]
				if got := []string{m[p.File], m[p.Line], m[p.Column], m[p.Severity], m[p.Message], m[p.Code]}; strings.Join(got, "\n") !=
					strings.Join([]string{f.File, strconv.Itoa(f.Line), strconv.Itoa(f.Column), f.Severity, f.Message, f.Rule}, "\n") {
					t.Errorf("matched %q of finding %+v", got, f)
				}
			}
		}
	}
}
