package kubeapilinter

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/conformance/differences"
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/linting/rules"
)

// module is kube-api-linter at the commit whose checks the rules follow. It is no requirement of this module: its own
// requirements would raise those of the API server.
const module = "sigs.k8s.io/kube-api-linter@v0.0.0-20260716143926-092fe0c72997"

// TestVerdictsEqual compares the verdicts on all packages. Each known difference has a reason, and fails the test
// when it is gone.
func TestVerdictsEqual(t *testing.T) {
	known, err := differences.Known("../known-differences/kube-api-linter")
	if err != nil {
		t.Fatal(err)
	}
	sources := download(t)
	equal, differ := 0, 0
	for i := range cases {
		c := &cases[i]
		types := typesOf(t, filepath.Join(sources, "pkg/analysis", c.linter, "testdata/src"), c.pkg)
		want, got := wanted(t, types), ours(c, types.all)
		for id := range want {
			if !got[id] {
				differ += unknown(t, known, fmt.Sprintf("%s: only kube-api-linter: %s", c.name(), id))
			} else {
				equal++
			}
		}
		for id := range got {
			if !want[id] {
				differ += unknown(t, known, fmt.Sprintf("%s: only crdtool: %s", c.name(), id))
			}
		}
	}
	for id := range known {
		t.Errorf("gone away, remove it: %s", id)
	}
	t.Logf("%d verdicts are equal, %d differ", equal, differ)
	if equal < 400 {
		t.Errorf("only %d verdicts are compared", equal)
	}
}

// unknown fails the test for a difference that is not known, and takes it from the known ones.
func unknown(t *testing.T, known map[string]string, id string) int {
	t.Helper()
	if _, ok := known[id]; !ok {
		t.Error(id)
	}
	delete(known, id)
	return 1
}

// download returns the folder of kube-api-linter in the module cache.
func download(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", "-json", module)
	cmd.Dir = t.TempDir() // without a go.mod, whose go.sum would grow
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", cmd, err)
	}
	var result struct{ Dir string }
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatal(err)
	}
	return result.Dir
}

// goTypes are the types of a package of the test data.
type goTypes struct {
	dir string
	all []*gotypes.Declaration
}

// typesOf reads a package of the test data, which is laid out as in GOPATH: the packages beside the one that is
// tested become vendored ones of a module.
func typesOf(t *testing.T, src, pkg string) goTypes {
	t.Helper()
	dir := t.TempDir()
	first, _, _ := strings.Cut(pkg, "/")
	entries, err := os.ReadDir(src)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		to := filepath.Join(dir, "vendor", e.Name())
		if e.Name() == first {
			to = dir
		}
		if err := os.CopyFS(to, os.DirFS(filepath.Join(src, e.Name()))); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, "go.mod"), "module "+first+"\n\ngo 1.24\n")
	// A module is read if it has a kind.
	write(t, filepath.Join(dir, "kind/kind.go"), "package kind\n\ntype Kind struct {\n\tmetav1.TypeMeta\n\tmetav1.ObjectMeta\n}\n")
	m, err := gotypes.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	of := goTypes{dir: filepath.Join(dir, strings.TrimPrefix(strings.TrimPrefix(pkg, first), "/"))}
	if of.all, err = m.Declarations(of.dir); err != nil {
		t.Fatal(err)
	}
	return of
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// wanted returns the verdicts of kube-api-linter, as its own tests expect them in comments.
func wanted(t *testing.T, types goTypes) map[string]bool {
	t.Helper()
	subjects := map[string]string{} // the name of a field or type, by its line
	line := func(p gotypes.Position) string { return p.File + ":" + strconv.Itoa(p.Line) }
	for _, d := range types.all {
		subjects[line(d.At())] = d.Name
		for _, f := range d.AllFields() {
			subjects[line(f.At())] = f.Qualified
			if _, at, ok := f.Doc(); ok {
				subjects[line(at)] = f.Qualified
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(types.dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range strings.Split(string(text), "\n") {
			_, comment, ok := strings.Cut(text, "// want ")
			if !ok {
				continue
			}
			at := file + ":" + strconv.Itoa(i+1)
			messages := quoted(comment)
			if subjects[at] == "" || len(messages) == 0 {
				t.Errorf("%s: no field or message is found", at)
			}
			for _, message := range messages {
				names := verdictsIn(message, func(v verdict) string { return v.theirs })
				if len(names) == 0 {
					t.Errorf("%s: no verdict is known with these words: %s", at, message)
				}
				for _, name := range names {
					all[subjects[at]+" "+name] = true
				}
			}
		}
	}
	return all
}

// quoted returns the strings at the start of a text.
func quoted(text string) []string {
	var all []string
	for {
		text = strings.TrimSpace(text)
		literal, err := strconv.QuotedPrefix(text)
		if err != nil {
			return all
		}
		s, _ := strconv.Unquote(literal) // QuotedPrefix has checked it
		all, text = append(all, s), text[len(literal):]
	}
}

// ours returns the verdicts of the rule of a case. A marker that is there twice with one value is a finding of
// duplicate-markers in place of one of unique-markers.
func ours(c *testCase, types []*gotypes.Declaration) map[string]bool {
	all := map[string]bool{}
	add := func(rule string, options map[string]any, only, as string) {
		r := rules.Find(rule)
		for _, f := range rules.CheckGo(rules.Active{Rule: r, Severity: r.Severity, Options: options}, types) {
			subject, _, _ := strings.Cut(f.Message[strings.IndexByte(f.Message, '"')+1:], `"`)
			for _, name := range verdictsIn(f.Message, func(v verdict) string { return v.ours }) {
				if only == "" {
					all[subject+" "+name] = true
				} else if name == only {
					all[subject+" "+as] = true
				}
			}
		}
	}
	add(c.rule, c.options, "", "")
	if c.linter == "uniquemarkers" {
		add("duplicate-markers", nil, "duplicate", "unique")
	}
	return all
}

// verdictsIn returns the names of the verdicts whose words a message has.
func verdictsIn(message string, words func(verdict) string) []string {
	var names []string
	for _, v := range verdicts {
		if regexp.MustCompile(words(v)).MatchString(message) {
			names = append(names, v.name)
		}
	}
	slices.Sort(names)
	return names
}
