package repository_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documentedName is an exported name behind the name of its package.
var documentedName = regexp.MustCompile(`\b([a-z][a-z0-9]*)\.([A-Z][A-Za-z0-9]*)\b`)

// TestDocumentedNamesExist looks up the Go names of this module that the pages for users
// mention. They must be exported by a package that a program outside can import.
func TestDocumentedNamesExist(t *testing.T) {
	public, internal := exportedNames(t)
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, page := range append(pages, "README.md") {
		if base := filepath.Base(page); base == "architecture.md" || base == "library.md" || base == "own-tool.md" {
			continue // the first is about internal packages, the programs of the others are compiled
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range documentedName.FindAllStringSubmatch(string(text), -1) {
			names, isPublic := public[m[1]]
			switch {
			case isPublic && names[m[2]]:
				found++
			case isPublic:
				t.Errorf("%s: %s exports no %s", page, m[1], m[2])
			case internal[m[1]][m[2]]:
				t.Errorf("%s: %s is of an internal package, which programs cannot import", page, m[0])
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d names found", found)
	}
}

// exportedNames returns the exported names of the public and of the internal packages of
// the module, by the name of the package.
func exportedNames(t *testing.T) (public, internal map[string]map[string]bool) {
	t.Helper()
	public, internal = map[string]map[string]bool{}, map[string]map[string]bool{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		slash := filepath.ToSlash(name)
		if d.IsDir() && (slash == "conformance" || slash == "cmd" || d.Name() == "testdata" || len(slash) > 1 && slash[0] == '.') {
			return filepath.SkipDir
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		packages := public
		if strings.Contains(slash, "internal/") {
			packages = internal
		}
		if packages[file.Name.Name] == nil {
			packages[file.Name.Name] = map[string]bool{}
		}
		for _, decl := range file.Decls {
			for _, ident := range declaredNames(decl) {
				packages[file.Name.Name][ident.Name] = ident.IsExported()
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return public, internal
}

// declaredNames returns the names that a declaration adds to its package.
func declaredNames(decl ast.Decl) []*ast.Ident {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv == nil {
			return []*ast.Ident{decl.Name}
		}
	case *ast.GenDecl:
		var names []*ast.Ident
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name)
			case *ast.ValueSpec:
				names = append(names, spec.Names...)
			}
		}
		return names
	}
	return nil
}
