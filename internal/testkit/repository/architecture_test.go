package repository_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// developerPages are the pages for those who work on crdtool.
var developerPages = []string{"docs/architecture.md", "CONTRIBUTING.md"}

var (
	codeSpan   = regexp.MustCompile("`([^`\n]+)`")
	goName     = regexp.MustCompile(`^([a-z][a-z0-9]*)\.([A-Za-z]\w*)(\.[A-Za-z]\w*)?$`)
	testName   = regexp.MustCompile(`^(Test|Fuzz)[A-Z]\w*$`)
	makeTarget = regexp.MustCompile(`^make ([a-z0-9-]+)`)
	fileName   = regexp.MustCompile(`^[\w.-]*/[\w./-]+$`)
	plainFile  = regexp.MustCompile(`^[\w-]+\.(go|md|json|yaml|yml)$`)
)

// TestDeveloperPagesNameWhatExists looks up the Go names, tests, files and targets of make that the pages for
// developers mention.
func TestDeveloperPagesNameWhatExists(t *testing.T) {
	names, tests := declared(t)
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, page := range developerPages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range codeSpan.FindAllStringSubmatch(string(text), -1) {
			span, what, exists := m[1], "", true
			switch name := goName.FindStringSubmatch(span); {
			case plainFile.MatchString(span) || span == "strategy.go":
			case name != nil && names[name[1]] != nil:
				what, exists = "name", names[name[1]][name[2]+name[3]]
			case testName.MatchString(span):
				what, exists = "test", tests[span]
			case makeTarget.MatchString(span):
				what, exists = "target", strings.Contains(string(makefile), "\n"+makeTarget.FindStringSubmatch(span)[1]+":")
			case fileName.MatchString(span) && !strings.HasPrefix(span, "k8s.io/") && !strings.Contains(span, ".io/"):
				what, exists = "file", isThere(span)
			}
			if found[what]++; !exists {
				t.Errorf("%s: there is no %s %s", page, what, span)
			}
		}
	}
	for _, what := range []string{"name", "test", "target", "file"} {
		if found[what] < 10 {
			t.Errorf("only %d of %q found", found[what], what)
		}
	}
}

// isThere reports whether the repository or its folder internal/ has a file of this name, or a build makes it.
func isThere(name string) bool {
	_, err := os.Stat(name)
	if err != nil {
		_, err = os.Stat(filepath.Join("internal", name))
	}
	return err == nil || slices.Contains([]string{"bin/crdtool", "shared/corpus"}, name)
}

// TestContributingListsTestDataAndVariables holds CONTRIBUTING.md to the folders of testdata/ and to the variables of
// the environment that tests read.
func TestContributingListsTestDataAndVariables(t *testing.T) {
	page, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	folders, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if name := "`testdata/" + folder.Name() + "`"; !strings.Contains(string(page), "| "+name) && !strings.Contains(string(page), ", "+name) {
			t.Errorf("CONTRIBUTING.md has no row for %s", name)
		}
	}
	read := regexp.MustCompile(`os\.Getenv\("([A-Z0-9_]+)"\)`)
	settings := map[string]bool{}
	err = filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") && !(filepath.Ext(name) == ".go" && strings.Contains(filepath.ToSlash(name), "internal/testkit/")) {
			return err
		}
		text, err := os.ReadFile(name)
		for _, m := range read.FindAllStringSubmatch(string(text), -1) {
			if settings[m[1]] = true; m[1] != "PATH" && !strings.Contains(string(page), "`"+m[1]+"`") {
				t.Errorf("%s reads %s, which CONTRIBUTING.md does not name", name, m[1])
			}
		}
		return err
	})
	if delete(settings, "PATH"); err != nil || len(settings) != 3 {
		t.Errorf("tests read %v, want three variables: %v", slices.Sorted(maps.Keys(settings)), err)
	}
}

// declared returns the names that are declared outside of tests, by package, methods and fields behind their
// types; and the names of tests.
func declared(t *testing.T) (names map[string]map[string]bool, tests map[string]bool) {
	t.Helper()
	names, tests = map[string]map[string]bool{}, map[string]bool{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || strings.Contains(filepath.ToSlash(name), "testdata/") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		isTest := strings.HasSuffix(name, "_test.go")
		in := names[file.Name.Name]
		if in == nil && !isTest {
			in = map[string]bool{}
			names[file.Name.Name] = in
		}
		for _, decl := range file.Decls {
			if isTest {
				if f, ok := decl.(*ast.FuncDecl); ok {
					tests[f.Name.Name] = true
				}
				continue
			}
			for _, ident := range declaredNames(decl) {
				in[ident.Name] = true
			}
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
				receiver := f.Recv.List[0].Type
				if star, ok := receiver.(*ast.StarExpr); ok {
					receiver = star.X
				}
				if of, ok := receiver.(*ast.Ident); ok {
					in[of.Name+"."+f.Name.Name] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names, tests
}

// TestArchitectureListsRoomsAndPackages holds the tables of docs/architecture.md to the rooms of arch_test.go, in
// their order, and to the packages of each room.
func TestArchitectureListsRoomsAndPackages(t *testing.T) {
	page, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(page), "\n"); lines > 300 {
		t.Errorf("docs/architecture.md has %d lines, want 300 at most", lines)
	}
	last := 0
	rows := map[string]bool{} // rooms and packages that have a row
	tables, _, _ := strings.Cut(string(page), "\n## Data flow")
	for line := range strings.Lines(tables) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			continue
		}
		for _, m := range codeSpan.FindAllStringSubmatch(cells[1], -1) {
			if i := slices.Index(rooms, m[1]); i >= 0 {
				if i < last {
					t.Errorf("the room %s stands behind %s in docs/architecture.md, and before it in arch_test.go", m[1], rooms[last])
				}
				last = i
			}
			rows[m[1]] = true
		}
	}
	folders, err := filepath.Glob("internal/*/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if files, err := filepath.Glob(folder + "/*.go"); err != nil || len(files) == 0 {
			continue
		}
		room, name := filepath.Base(filepath.Dir(folder)), filepath.Base(folder)
		if !rows["internal/"+room] {
			t.Errorf("docs/architecture.md has no row for internal/%s", room)
		}
		if !rows[room+"/"+name] {
			t.Errorf("docs/architecture.md has no row for the package %s/%s", room, name)
		}
	}
}
