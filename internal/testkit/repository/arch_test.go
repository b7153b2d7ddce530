package repository_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/crdtool/crdtool"

// rooms are the public packages and the folders of internal/, from the bottom up: what is in a room
// imports what is in its own and in those before it. docs/architecture.md says what is where.
var rooms = []string{
	"kube", "report",
	"internal/behaviour", "internal/text", "internal/input",
	"schema", "internal/schemas", "structural", "prune",
	"internal/cel", "celcost",
	"internal/server", "defaulting", "openapiv2",
	"internal/golang", "internal/upgrading", "internal/linting", "lint",
	"internal/objects", "internal/output", "internal/lsp",
	"crdtest", "", "cmd",
	"internal/testkit", // for tests alone
}

// TestRoomsHaveDoors holds each folder of internal/ to a doc.go whose package comment says what the room is for.
func TestRoomsHaveDoors(t *testing.T) {
	folders, err := os.ReadDir("internal")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		room := "internal/" + folder.Name()
		if !slices.Contains(rooms, room) {
			t.Errorf("%s is none of the rooms of arch_test.go", room)
		}
		door, err := parser.ParseFile(token.NewFileSet(), room+"/doc.go", nil, parser.ParseComments)
		if err != nil {
			t.Error(err)
			continue
		}
		if lines := strings.Count(door.Doc.Text(), "\n"); lines < 8 || lines > 15 || !strings.HasPrefix(door.Doc.Text(), "Package "+folder.Name()+" ") {
			t.Errorf("%s/doc.go has a package comment of %d lines, want 8 to 15 that begin with \"Package %s\"", room, lines, folder.Name())
		}
	}
}

// TestOnlyInputReadsFiles: what reads manifests keeps inside of the repository and has limits. Go source is the exception.
func TestOnlyInputReadsFiles(t *testing.T) {
	reads := regexp.MustCompile(`\bos\.(ReadFile|Open)\(`)
	found := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		room := roomOf(filepath.ToSlash(name))
		if d.IsDir() && (name == "conformance" || name == "examples" || room == "internal/testkit") {
			return filepath.SkipDir
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if reads.Match(text) {
			if found++; room != "internal/input" && room != "internal/golang" {
				t.Errorf("%s reads a file; internal/input does that for all", name)
			}
		}
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("%d files read files: %v", found, err)
	}
}

// TestSchemasKnowNoYAMLAndNoCEL: facts about schemas depend on no way to write them, and on no rule.
func TestSchemasKnowNoYAMLAndNoCEL(t *testing.T) {
	found := 0
	for name, imports := range linked(t) {
		if !strings.HasPrefix(name, module+"/internal/schemas/") || strings.HasSuffix(name, "_test") || strings.HasSuffix(name, ".test") {
			continue
		}
		found++
		for _, imported := range imports {
			for _, other := range []string{module + "/internal/input", module + "/internal/cel", "go.yaml.in", "sigs.k8s.io/yaml", "github.com/google/cel-go", "k8s.io/apiserver"} {
				if strings.HasPrefix(imported, other) {
					t.Errorf("%s imports %s", name, imported)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no packages found")
	}
}

// oracles are what the nested module conformance/ tests against. Whoever
// installs crdtool is not to download an API server.
var oracles = []string{"k8s.io/apiextensions-apiserver", "go.etcd.io"}

func TestImportsPointOneWay(t *testing.T) {
	for name, imports := range moduleImports(t) {
		from := slices.Index(rooms, roomOf(name))
		if from < 0 {
			t.Errorf("package %s is in none of the rooms of arch_test.go", name)
		}
		for imported, file := range imports {
			if to := slices.Index(rooms, roomOf(imported)); to > from {
				t.Errorf("%s: a package of %q may not import %s", file, roomOf(name), imported)
			}
		}
	}
}

// roomOf returns the room of a package.
func roomOf(name string) string {
	first, rest, _ := strings.Cut(name, "/")
	if first == "internal" {
		second, _, _ := strings.Cut(rest, "/")
		return first + "/" + second
	}
	return first
}

func TestOraclesAreNotLinked(t *testing.T) {
	for p := range linked(t) {
		for _, oracle := range oracles {
			if p == oracle || strings.HasPrefix(p, oracle+"/") {
				t.Errorf("the module depends on %s, which belongs to conformance/", p)
			}
		}
	}
}

// linked are the packages of the program and of all tests, each with what it imports.
func linked(t *testing.T) map[string][]string {
	t.Helper()
	list, err := listed()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return list
}

var listed = sync.OnceValues(func() (map[string][]string, error) {
	out, err := exec.Command("go", "list", "-deps", "-test", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...").Output()
	list := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		// A package that is compiled anew for a test is followed by the test's, in brackets.
		if words := strings.Fields(line); len(words) == 1 || !strings.HasPrefix(words[1], "[") {
			list[words[0]] = words[1:]
		}
	}
	return list, err
})

// A template can call any method by its name. With one in the program, the linker keeps
// all exported methods of all types, of which most are the libraries': it is a quarter
// larger, and starts later.
func TestNoTemplates(t *testing.T) {
	ours := 0
	for name, imports := range linked(t) {
		if name != module && !strings.HasPrefix(name, module+"/") || strings.HasSuffix(name, "_test") || strings.HasSuffix(name, ".test") {
			continue
		}
		ours++
		for _, p := range []string{"text/template", "html/template"} {
			if slices.Contains(imports, p) {
				t.Errorf("%s imports %s", name, p)
			}
		}
	}
	if ours < 60 {
		t.Errorf("%d packages of the module are listed", ours)
	}
}

// owner returns the package that an internal package belongs to, as crd does
// crd/internal/v1, and any other as it is.
func owner(name string) string {
	name, _, _ = strings.Cut(name, "/internal/")
	return name
}

// moduleImports returns, for each package, the packages of this module that it
// imports outside of its tests, and a file that does.
func moduleImports(t *testing.T) map[string]map[string]string {
	t.Helper()
	imports := map[string]map[string]string{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "conformance" || name == "testdata" || len(name) > 1 && name[0] == '.' {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && file != "." {
				return filepath.SkipDir // a module of its own
			}
			return nil
		}
		file = filepath.ToSlash(file)
		name := owner(path.Dir(file))
		if name == "." || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		if imports[name] == nil {
			imports[name] = map[string]string{}
		}
		for _, spec := range f.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imported, ok := strings.CutPrefix(imported, module+"/")
			if imported = owner(imported); ok && imported != name {
				imports[name][imported] = file
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(imports) == 0 {
		t.Fatal("no packages found")
	}
	return imports
}

// TestNothingIsCompiledBeforeMain: a regular expression is made when it is first asked
// for, since every start pays for those of packages.
func TestNothingIsCompiledBeforeMain(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^(var |\t)[A-Za-z]+ += regexp\.MustCompile\(`)
	read := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (name == "conformance" || name == filepath.Join("internal", "testkit")) { // not in the program
			return filepath.SkipDir
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(name)
		read++
		if found := declared.Find(text); found != nil {
			t.Errorf("%s: %s", name, found)
		}
		return err
	})
	if err != nil || read < 100 {
		t.Errorf("%d files are read: %v", read, err)
	}
}
