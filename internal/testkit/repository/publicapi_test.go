package repository_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// A program outside of the module cannot name a type of internal/, so no exported function, field or variable has one.
func TestPublicPackagesHaveNoInternalTypes(t *testing.T) {
	for _, dir := range rooms {
		if strings.HasPrefix(dir, "internal") || dir == "cmd" {
			continue
		}
		if dir == "" {
			dir = "."
		}
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no Go files: %v", dir, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, at := range internalTypes(t, name) {
				t.Errorf("%s is an internal type", at)
			}
		}
	}
}

// internalTypes returns the places in a file where something exported has an internal type.
func internalTypes(t *testing.T, name string) (places []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	internal := map[string]bool{}
	for _, i := range file.Imports {
		if at := strings.Trim(i.Path.Value, `"`); strings.Contains(at, "/internal/") {
			internal[path.Base(at)] = true
			if i.Name != nil {
				internal[i.Name.Name] = true
			}
		}
	}
	for _, e := range exportedParts(file) {
		ast.Inspect(e, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && internal[x.Name] {
					places = append(places, fmt.Sprintf("%s: %s.%s", set.Position(n.Pos()), x.Name, s.Sel.Name))
				}
			}
			return true
		})
	}
	return places
}

// exportedParts returns what programs see of a file: the types of exported functions, methods, fields and variables.
func exportedParts(file *ast.File) []ast.Node {
	var parts []ast.Node
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && (d.Recv == nil || receiverIsExported(d.Recv.List[0].Type)) {
				parts = append(parts, d.Type)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					if s.Names[0].IsExported() && s.Type != nil {
						parts = append(parts, s.Type)
					}
				case *ast.TypeSpec:
					if !s.Name.IsExported() {
						break
					}
					fields, ok := s.Type.(*ast.StructType)
					if !ok {
						parts = append(parts, s.Type)
						break
					}
					for _, f := range fields.Fields.List {
						if len(f.Names) == 0 || f.Names[0].IsExported() {
							parts = append(parts, f.Type)
						}
					}
				}
			}
		}
	}
	return parts
}

func receiverIsExported(t ast.Expr) bool {
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	if i, ok := t.(*ast.IndexExpr); ok {
		t = i.X
	}
	name, ok := t.(*ast.Ident)
	return ok && name.IsExported()
}
