package repository_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// textReaders are the files that may look at what the server or its libraries say:
// everything else goes by codes, for the text differs between versions.
var textReaders = []string{
	"internal/text/code/texts.go",
	"internal/text/code/typed.go",   // of structured-merge-diff, whose errors have no codes
	"internal/text/code/wording.go", // makes the words of older servers of those of the newest
}

// others look at texts that no server says.
var others = []string{
	"internal/input/source/syntax.go",                 // errors of the YAML parser, which have no codes
	"internal/linting/rules/rule_description_todo.go", // descriptions in CRDs
	"internal/schemas/conventions/description.go",     // the same
	"internal/testkit/golden/case.go",                 // options of cases
	"internal/testkit/golden/mask.go",                 // what is another in each run of a server
	"internal/testkit/golden/answer.go",               // what another run or build of a server says otherwise
	"internal/schemas/regexshape/unanchored.go",       // its own words
	"internal/input/gittree/giterrors.go",             // the git program's errors, which have no codes
}

// sentence is what only a message has: two words with a blank between.
var sentence = regexp.MustCompile(`[A-Za-z]{2,} [a-z]{2,}`)

func TestNothingBranchesOnWords(t *testing.T) {
	found := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() && (name == "conformance" || name == "testdata" || len(name) > 1 && name[0] == '.') {
			return filepath.SkipDir
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return err
		}
		for _, lit := range compared(file) {
			text, err := strconv.Unquote(lit.Value)
			if err != nil || !sentence.MatchString(text) {
				continue
			}
			if found++; !slices.Contains(textReaders, name) && !slices.Contains(others, name) {
				t.Errorf("%s: %s decides something; give what says so a code", set.Position(lit.Pos()), lit.Value)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Errorf("not even %s compare a text", textReaders)
	}
}

// compared returns the texts that something is compared with or searched for.
func compared(file *ast.File) []*ast.BasicLit {
	var all []*ast.BasicLit
	add := func(list ...ast.Expr) {
		for _, e := range list {
			if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				all = append(all, lit)
			}
		}
	}
	searches := []string{"Contains", "HasPrefix", "HasSuffix", "CutPrefix", "CutSuffix", "TrimPrefix", "TrimSuffix", "Cut", "Index", "EqualFold", "MustCompile", "Compile", "MatchString"}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				add(n.X, n.Y)
			}
		case *ast.CaseClause:
			add(n.List...)
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains(searches, f.Sel.Name) {
				if p, ok := f.X.(*ast.Ident); ok && slices.Contains([]string{"strings", "bytes", "regexp"}, p.Name) {
					add(n.Args...)
				}
			}
		}
		return true
	})
	return all
}
