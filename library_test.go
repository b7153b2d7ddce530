package crdtool_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/sweep"
)

var updateLibrary = flag.Bool("update", false, "write what the programs print into the pages")

const module = "github.com/crdtool/crdtool"

// libraryPages are the pages with programs.
var libraryPages = []*page{
	{file: "docs/library.md", prefix: "p", least: 10, longestMain: 15, longest: 40},
	{file: "docs/own-tool.md", prefix: "own", least: 3, longestMain: 25, longest: 60},
}

// page is a page of documents with programs.
type page struct {
	file string
	// prefix begins the names of its programs.
	prefix string
	// least is how many programs it has at least.
	least int
	// longestMain and longest are how many lines the main of a program, and a program, may have.
	longestMain, longest int
	text                 string
	programs             []program
}

// program is a program of a page, and what it is said to print.
type program struct {
	page               *page
	name, text, output string
	// start and end are the place of the output in the page.
	start, end int
}

var programBlock = regexp.MustCompile("(?s)```go\n(package main\n.*?)```\n\n```\n(.*?)```\n")

// read sets the text and the programs of a page.
func (p *page) read(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(p.file)
	if err != nil {
		t.Fatal(err)
	}
	p.text, p.programs = string(text), nil
	for i, at := range programBlock.FindAllStringSubmatchIndex(p.text, -1) {
		name := fmt.Sprintf("%s%02d", p.prefix, i+1)
		p.programs = append(p.programs, program{p, name, p.text[at[2]:at[3]], p.text[at[4]:at[5]], at[4], at[5]})
	}
	if len(p.programs) < p.least {
		t.Fatalf("%s has %d programs with their output, want %d", p.file, len(p.programs), p.least)
	}
}

// The programs of docs/library.md and docs/own-tool.md print what the pages say. They are
// linked into the tests of this package, which spares a program of their own; make thorough
// builds them as anyone would, in a module that is not this one.
func TestLibraryPage(t *testing.T) {
	var programs []program
	for _, p := range libraryPages {
		p.read(t)
		programs = append(programs, p.programs...)
	}
	for i := range programs {
		programs[i].check(t)
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if sweep.Thorough() {
		binary = buildLibrary(t, programs)
	}
	linkedPrograms(t, programs)
	for _, p := range libraryPages {
		p.run(t, binary)
	}
}

// run compares the output of the programs with the page, or writes it there.
func (p *page) run(t *testing.T, binary string) {
	t.Helper()
	for i := len(p.programs) - 1; i >= 0; i-- { // places in the page stay right from the end on
		c := &p.programs[i]
		cmd := exec.Command(binary, c.name) // in this folder, as the page says
		cmd.Env = append(os.Environ(), runsProgram+"="+c.name)
		out, err := cmd.CombinedOutput()
		switch {
		case err != nil:
			t.Errorf("program %s: %v\n%s\n%s", c.name, err, c.text, out)
		case *updateLibrary:
			p.text = p.text[:c.start] + string(out) + p.text[c.end:]
		case string(out) != c.output:
			t.Errorf("program %s prints\n%s\nbut %s shows\n%s\nto write it there: go test . -run LibraryPage -update", c.name, out, p.file, c.output)
		}
	}
	if *updateLibrary && !t.Failed() {
		if err := os.WriteFile(p.file, []byte(p.text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// linkedPrograms holds library_programs_test.go to the programs of the pages, or writes it.
func linkedPrograms(t *testing.T, programs []program) {
	t.Helper()
	const name = "library_programs_test.go"
	imports := map[string]bool{}
	var table, bodies strings.Builder
	for i := range programs {
		p := &programs[i]
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, p.name+".go", p.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		end := f.Name.End()
		for _, i := range f.Imports {
			if strings.Contains(i.Path.Value, "/internal/") || i.Name != nil {
				t.Errorf("program %s imports %s", p.name, i.Path.Value)
			}
			imports[i.Path.Value] = true
			end = f.Decls[0].End()
		}
		// What else a program declares must be named otherwise than in the others.
		body := strings.Replace(p.text[set.Position(end).Offset:], "func main() {", "func "+p.name+"() {", 1)
		fmt.Fprintf(&bodies, "\n%s\n", strings.TrimSpace(body))
		fmt.Fprintf(&table, "\t%q: %s,\n", p.name, p.name)
	}
	var ours, std strings.Builder
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		if strings.Contains(path, ".") {
			fmt.Fprintf(&ours, "\t%s\n", path)
		} else {
			fmt.Fprintf(&std, "\t%s\n", path)
		}
	}
	want, err := format.Source([]byte("// Code generated from docs/library.md and docs/own-tool.md by go test . -run LibraryPage -update; DO NOT EDIT.\n\npackage crdtool_test\n\nimport (\n" +
		std.String() + "\n" + ours.String() + ")\n\n// libraryMains are the programs of the pages, as TestMain runs them.\nvar libraryMains = map[string]func(){\n" + table.String() + "}\n" + bodies.String()))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err == nil && bytes.Equal(got, want) {
		return
	}
	if *updateLibrary {
		if err := os.WriteFile(name, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatalf("%s has other programs than the pages; go test . -run LibraryPage -update writes it, and the same again what they print", name)
}

// check holds a program to gofmt and to its length.
func (p *program) check(t *testing.T) {
	t.Helper()
	formatted, err := format.Source([]byte(p.text))
	if err != nil {
		t.Fatalf("program %s: %v", p.name, err)
	}
	if string(formatted) != p.text {
		t.Errorf("program %s is not as gofmt writes it:\n%s", p.name, formatted)
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, p.name+".go", p.text, 0)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(p.text, "\n"); n > p.page.longest {
		t.Errorf("program %s has %d lines, at most %d are few", p.name, n, p.page.longest)
	}
	for _, d := range f.Decls {
		if main, ok := d.(*ast.FuncDecl); ok {
			if n := set.Position(main.Body.Rbrace).Line - set.Position(main.Body.Lbrace).Line - 1; n > p.page.longestMain {
				t.Errorf("program %s: main has %d lines, at most %d are few", p.name, n, p.page.longestMain)
			}
		}
	}
}

// embeddedFiles returns the files that programs embed, which have to be in the folder of their package.
func embeddedFiles(programs []program) (names []string) {
	for i := range programs {
		for line := range strings.Lines(programs[i].text) {
			if list, found := strings.CutPrefix(line, "//go:embed "); found {
				names = append(names, strings.Fields(list)...)
			}
		}
	}
	return names
}

// buildLibrary builds the programs in a module of its own, as anyone would who
// uses this one, but all into one package and binary that runs the one it is told to:
// compiling and linking are most of the work. Nothing is fetched.
func buildLibrary(t *testing.T, programs []program) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	// The requirements are those of this module, so that none has to be looked for.
	_, requirements, found := strings.Cut(string(mod), "module "+module+"\n")
	if !found {
		t.Fatalf("go.mod does not begin with: module %s", module)
	}
	write("go.mod", fmt.Sprintf("module example.com/programs\n%s\nrequire %s v0.0.0\n\nreplace %s => %q\n", requirements, module, module, filepath.ToSlash(root)))
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write("go.sum", string(sum))

	for _, name := range embeddedFiles(programs) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(name, string(text))
	}
	var cases bytes.Buffer
	for i := range programs {
		p := &programs[i]
		// What else a program declares must be named otherwise than in the others.
		write(p.name+".go", strings.Replace(p.text, "func main() {", "func "+p.name+"() {", 1))
		fmt.Fprintf(&cases, "\tcase %q:\n\t\t%s()\n", p.name, p.name)
	}
	write("main.go", fmt.Sprintf("package main\n\nimport \"os\"\n\nfunc main() {\n\tswitch os.Args[1] {\n%s\t}\n}\n", &cases))

	binary := filepath.Join(dir, "programs.exe")
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the programs do not build: %v\n%s", err, out)
	}
	return binary
}
