package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// A goPackage is a parsed package.
type goPackage struct {
	path  string
	files []*ast.File
	types map[string]*goType
	// decoders are the types with a method UnmarshalJSON.
	decoders map[string]bool
	// values are the string constants by their type.
	values map[string][]string
	// names are the string constants by name.
	names map[string]string
	// lifecycle has the results of the methods APILifecycle*, by type and method.
	lifecycle map[string]map[string][]ast.Expr
}

// A goType is a type declaration with the imports of its file.
type goType struct {
	expr    ast.Expr
	isEnum  bool // it has the marker +enum
	isAlias bool
	imports map[string]string // import paths by name
}

// readPackage parses the package in a folder.
func readPackage(folder, importPath string) (*goPackage, error) {
	p := &goPackage{
		path: importPath, types: map[string]*goType{}, decoders: map[string]bool{}, values: map[string][]string{},
		names: map[string]string{}, lifecycle: map[string]map[string][]ast.Expr{},
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if name := e.Name(); !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name == "generated.pb.go" {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, e.Name()), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, file)
		p.addFile(file)
	}
	return p, nil
}

func (p *goPackage) addFile(file *ast.File) {
	imports := map[string]string{}
	for _, i := range file.Imports {
		importPath, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(importPath)
		if i.Name != nil {
			name = i.Name.Name
		}
		imports[name] = importPath
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					isEnum := hasMarker(s.Doc, "+enum") || len(d.Specs) == 1 && hasMarker(d.Doc, "+enum")
					p.types[s.Name.Name] = &goType{s.Type, isEnum, s.Assign.IsValid(), imports}
				case *ast.ValueSpec:
					if d.Tok == token.CONST {
						p.addConstant(s)
					}
				}
			}
		case *ast.FuncDecl:
			p.addMethod(d)
		}
	}
}

// addConstant adds constants that are string literals.
func (p *goPackage) addConstant(s *ast.ValueSpec) {
	typeName, _ := s.Type.(*ast.Ident)
	for i, name := range s.Names {
		if i >= len(s.Values) {
			return
		}
		lit, ok := s.Values[i].(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			continue
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			continue
		}
		p.names[name.Name] = text
		if typeName != nil {
			p.values[typeName.Name] = append(p.values[typeName.Name], text)
		}
	}
}

func (p *goPackage) addMethod(d *ast.FuncDecl) {
	if d.Recv == nil || len(d.Recv.List) != 1 {
		return
	}
	receiver := d.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	name, ok := receiver.(*ast.Ident)
	if !ok {
		return
	}
	method := d.Name.Name
	switch {
	case method == "UnmarshalJSON":
		p.decoders[name.Name] = true
	case strings.HasPrefix(method, "APILifecycle") && len(d.Body.List) == 1:
		if r, ok := d.Body.List[0].(*ast.ReturnStmt); ok {
			if p.lifecycle[name.Name] == nil {
				p.lifecycle[name.Name] = map[string][]ast.Expr{}
			}
			p.lifecycle[name.Name][strings.TrimPrefix(method, "APILifecycle")] = r.Results
		}
	}
}

// hasMarker reports whether a line of a comment is the marker.
func hasMarker(c *ast.CommentGroup, marker string) bool {
	if c == nil {
		return false
	}
	for _, line := range strings.Split(c.Text(), "\n") {
		if strings.TrimSpace(line) == marker {
			return true
		}
	}
	return false
}

// text returns the value of an expression that is a string literal or the name of a string constant.
func (p *goPackage) text(e ast.Expr) (string, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		return strconv.Unquote(e.Value)
	case *ast.Ident:
		if text, ok := p.names[e.Name]; ok {
			return text, nil
		}
	}
	return "", fmt.Errorf("%s: no string constant", p.path)
}
