package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
)

// announce returns the text of a file of tests in which each test, subtest and
// example begins with a call of the switch.
func announce(name, switchPath string) (string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	list := []insertion{{at: offset(f.Name.End()), text: fmt.Sprintf("; import %s %q", alias, switchPath)}}
	call := func(body *ast.BlockStmt, text string) {
		list = append(list, insertion{at: offset(body.Lbrace) + 1, text: " " + alias + "." + text + "; "})
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil || n.Body == nil {
				return false
			}
			param := testParam(n.Type)
			switch {
			case strings.HasPrefix(n.Name.Name, "Test") && param != "", strings.HasPrefix(n.Name.Name, "Fuzz") && param != "":
				call(n.Body, "Test("+param+")")
			case strings.HasPrefix(n.Name.Name, "Example") && len(n.Type.Params.List) == 0:
				call(n.Body, fmt.Sprintf("Example(%q)()", n.Name.Name))
				list[len(list)-1].text = " defer" + list[len(list)-1].text
			}
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Run" && len(n.Args) == 2 {
				if f, ok := n.Args[1].(*ast.FuncLit); ok && testParam(f.Type) != "" {
					call(f.Body, "Test("+testParam(f.Type)+")")
				}
			}
		}
		return true
	})
	if len(list) == 1 {
		return string(text), nil
	}
	out, at := "", 0
	for _, n := range list {
		out += string(text[at:n.at]) + n.text
		at = n.at
	}
	return out + string(text[at:]), nil
}

// testParam is the name of the only parameter, if that is a *testing.T or
// *testing.F.
func testParam(f *ast.FuncType) string {
	if len(f.Params.List) != 1 || len(f.Params.List[0].Names) != 1 {
		return ""
	}
	star, ok := f.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return ""
	}
	s, ok := star.X.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "T" && s.Sel.Name != "F" {
		return ""
	}
	if name := f.Params.List[0].Names[0].Name; name != "_" {
		return name
	}
	return ""
}
