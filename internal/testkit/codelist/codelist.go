// Package codelist lists the codes of findings that internal/text/code declares.
package codelist

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// All returns the codes in the order of their declarations.
func All(t *testing.T) []finding.Code {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	var codes []finding.Code
	for _, name := range []string{"code.go", "kubectl.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(filepath.Dir(here), "../../text/code", name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if typ, ok := v.Type.(*ast.SelectorExpr); ok && typ.Sel.Name == "Code" {
				code, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				codes = append(codes, finding.Code(code))
			}
			return true
		})
	}
	return codes
}
