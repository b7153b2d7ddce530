package crdtool_test

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

// below says which packages of the module each may import: those named, and
// what those may import. Docs: docs/architecture.md.
var below = map[string][]string{
	"finding":               {"kube"},
	"kube":                  {},
	"internal/code":         {"finding", "kube"},
	"internal/nearest":      {},
	"internal/yamlnode":     {},
	"internal/confine":      {},
	"internal/source":       {"internal/confine", "internal/code", "internal/nearest", "internal/yamlnode", "internal/jsonvalue"},
	"internal/edit":         {"internal/source"},
	"internal/gitignore":    {},
	"internal/gittree":      {"internal/source", "internal/nearest"},
	"internal/safetext":     {},
	"internal/yamltext":     {"internal/jsonvalue", "internal/safetext"},
	"internal/files":        {"internal/source", "internal/gitignore", "report"},
	"schema":                {"internal/code", "internal/source", "kube"},
	"structural":            {"schema"},
	"internal/regexshape":   {},
	"internal/schemadiff":   {"schema", "internal/regexshape"},
	"prune":                 {"structural"},
	"internal/celolder":     {},
	"internal/celrule":      {"structural", "internal/celolder"},
	"internal/celestimate":  {"kube"},
	"celcost":               {"internal/celrule", "internal/celestimate"},
	"internal/celsyntax":    {},
	"internal/celrun":       {"internal/celrule", "internal/celtext", "internal/celsyntax", "internal/regexshape"},
	"internal/findinglimit": {"finding", "internal/prose", "report"},
	"internal/validate":     {"internal/celrun", "internal/prose"},
	"defaulting":            {"prune", "internal/validate", "internal/jsonvalue"},
	"internal/crd":          {"defaulting", "celcost"},
	"internal/answer":       {"internal/code", "report", "internal/findinglimit"},
	"internal/jsonvalue":    {"finding"},
	"internal/prose":        {"internal/jsonvalue"},
	"internal/words":        {},
	"internal/ecmaregexp":   {},
	"internal/digest":       {"internal/source"},
	"internal/jsonsize":     {"internal/source"},
	"internal/omitempty":    {"internal/source"},
	"internal/coretypes":    {"schema"},
	"internal/schemafacts":  {"internal/coretypes", "internal/regexshape"},
	"internal/conventions":  {"internal/schemafacts", "internal/words"},
	"internal/conflict":     {"internal/schemafacts", "internal/validate"},
	"internal/celtext":      {},
	"internal/constraint":   {"internal/schemafacts"},
	"internal/mutation":     {"internal/constraint", "internal/crd", "internal/celsyntax"},
	"internal/celmeant":     {"internal/code", "internal/nearest", "internal/celsyntax"},
	"internal/celfacts":     {"internal/schemafacts", "internal/celtext", "celcost"},
	"internal/rules": {"internal/digest", "internal/jsonsize", "internal/omitempty", "internal/conventions", "internal/conflict",
		"internal/celfacts", "internal/ecmaregexp", "internal/gotypes", "internal/jsonpath", "internal/crd", "internal/tighter", "internal/witness"},
	"internal/tighter":            {"internal/schemadiff", "internal/validate", "internal/celfacts", "defaulting"},
	"internal/witness":            {"internal/sample"},
	"report":                      {"finding"},
	"lint":                        {"internal/rules", "internal/answer", "internal/edit", "internal/celmeant", "internal/safetext"},
	"internal/config":             {"lint", "internal/files", "internal/others", "internal/upgrade"},
	"internal/lintrun":            {"internal/config", "internal/gittree", "internal/inorder", "internal/origin"},
	"internal/upgrade":            {"internal/tighter", "internal/witness", "internal/schemafacts"},
	"internal/others":             {"internal/crd", "internal/prose"},
	"internal/diffrun":            {"internal/upgrade", "internal/jsonsize", "internal/others", "internal/inorder", "internal/files", "internal/origin", "lint"},
	"internal/inorder":            {},
	"internal/deadline":           {},
	"internal/openapiv3/resource": {"internal/crd"},
	"internal/openapiv3":          {"internal/openapiv3/resource"},
	"internal/ownership":          {"internal/openapiv3", "internal/jsonvalue"},
	"internal/dryrun":             {"internal/ownership", "internal/answer", "internal/jsonvalue"},
	"internal/cluster":            {"internal/dryrun"},
	"internal/clientapply":        {"internal/code", "internal/jsonvalue"},
	"internal/definitions":        {"internal/openapiv3/resource", "internal/digest", "internal/files"},
	"internal/jsonschema":         {"internal/openapiv3"},
	"openapiv2":                   {"internal/openapiv3/resource"},
	"internal/mention":            {},
	"internal/schemaread":         {"schema"},
	"internal/sample":             {"internal/celsyntax", "internal/dryrun", "internal/jsonvalue", "internal/mention", "internal/schemaread", "internal/yamltext"},
	"internal/htmlpage":           {"internal/safetext"},
	"internal/docgen":             {"internal/sample", "internal/htmlpage"},
	"internal/explain":            {"internal/openapiv3", "internal/prose", "internal/safetext"},
	"internal/jsonpath":           {},
	"internal/gotypes":            {"finding", "internal/confine"},
	"internal/origin":             {"internal/gotypes", "internal/files", "lint"},
	"internal/columns":            {"internal/jsonpath"},
	"internal/diff":               {"internal/safetext"},
	"internal/apply":              {"report", "internal/digest", "internal/omitempty", "internal/cluster", "internal/clientapply", "internal/columns", "internal/files", "internal/origin"},
	"internal/accepted":           {"internal/config"},
	"internal/convert":            {"internal/apply", "lint", "internal/edit", "internal/yamltext"},
	"internal/coverage":           {"internal/dryrun", "internal/constraint"},
	"internal/suite":              {"internal/apply", "internal/coverage", "internal/diff", "internal/edit", "internal/yamltext"},
	"internal/mutationrun":        {"internal/mutation", "internal/suite", "internal/upgrade", "internal/inorder"},
	"internal/testgen":            {"internal/suite", "internal/sample", "internal/constraint", "internal/inorder"},
	"internal/impact":             {"internal/apply", "internal/edit", "internal/diff", "internal/diffrun", "internal/inorder"},
	"internal/render":             {"lint", "internal/apply", "internal/htmlpage", "internal/yamltext", "internal/upgrade"},
	"":                            {"internal/lintrun", "internal/deadline", "internal/inorder", "internal/definitions", "internal/docgen", "internal/explain", "internal/apply", "internal/jsonschema", "openapiv2", "internal/diffrun", "internal/impact", "internal/accepted", "internal/convert"},
	"crdtest":                     {"internal/apply", "internal/inorder", "internal/coverage"},
	"cmd/crdtool":                 {"internal/lintrun", "internal/deadline", "internal/inorder", "internal/definitions", "internal/docgen", "internal/explain", "internal/apply", "internal/jsonschema", "openapiv2", "internal/render", "internal/diff", "internal/yamltext", "internal/diffrun", "internal/impact", "internal/accepted", "internal/convert", "internal/origin", "internal/suite", "internal/mutationrun", "internal/coverage", "internal/testgen"},
	// For tests only: nothing may import them.
	"internal/golden":     {},
	"internal/play":       {"internal/golden", "internal/cluster"},
	"internal/schematest": {"schema"},
	"internal/sweep":      {},
	"internal/steer":      {},
	"internal/celgen":     {"internal/steer", "schema"},
	"internal/crdedit":    {"schema", "internal/regexshape", "internal/source"},
}

// oracles are what the nested module conformance/ tests against. Whoever
// installs crdtool is not to download an API server.
var oracles = []string{"k8s.io/apiextensions-apiserver", "go.etcd.io"}

func TestImportsPointOneWay(t *testing.T) {
	for name, imports := range moduleImports(t) {
		if _, ok := below[name]; !ok {
			t.Errorf("package %s has no place among the others; give it one in below and in docs/architecture.md", name)
			continue
		}
		allowed := reach(name)
		for imported, file := range imports {
			if !slices.Contains(allowed, imported) {
				t.Errorf("%s: package %s may not import %s", file, name, imported)
			}
		}
	}
}

func TestLayersHaveNoCycle(t *testing.T) {
	for name := range below {
		if slices.Contains(reach(name), name) {
			t.Errorf("%s is below itself", name)
		}
	}
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
	if ours < len(below) {
		t.Errorf("%d packages of the module are listed", ours)
	}
}

// reach returns all packages that name may import.
func reach(name string) []string {
	var all []string
	for todo := slices.Clone(below[name]); len(todo) > 0; todo = todo[1:] {
		if p := todo[0]; !slices.Contains(all, p) {
			all = append(all, p)
			todo = append(todo, below[p]...)
		}
	}
	return all
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
		if d.IsDir() && (name == "conformance" || name == filepath.Join("internal", "golden")) { // not in the program
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
