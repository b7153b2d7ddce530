package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/lint/rules"
)

// TestFindingsAreDocumented holds that whatever a finding is named after can be
// looked up.
func TestFindingsAreDocumented(t *testing.T) {
	for _, c := range readCases(t) {
		for _, f := range caseReport(c).Findings {
			if rules.FindDocumented(f.Rule) == nil {
				t.Errorf("%s: no documentation of %q; add it to lint/rules/server.go", c.Name, f.Rule)
			}
		}
	}
	for rule, text := range map[string]string{
		"yaml-syntax": "a: [1\nb: 2\n",
		"json-syntax": `{"a": 1 "b": 2}`,
		"value":       "a: .inf\n",
		"template":    "kind: CustomResourceDefinition\n{{- if .x }}\nspec: {}\n{{- end }}\n",
		"encoding":    "a: \xff\n",
		"limits":      strings.Repeat("[", 2000) + strings.Repeat("]", 2000),
	} {
		found := linter.File(source.Read("f.yaml", []byte(text)), Options{}).Findings
		if !slices.ContainsFunc(found, func(f Finding) bool { return f.Rule == rule }) {
			t.Errorf("%q gives no %s: %+v", text[:min(len(text), 20)], rule, found)
		}
		if r := rules.FindDocumented(rule); r == nil || r.Topic != rules.ServerTopic {
			t.Errorf("no documentation of %q; add it to lint/rules/server.go", rule)
		}
	}
}

// TestServerRulesAreUsed finds the documentation of checks that are no more, and
// checks whose finding no case has, so that they could go undocumented.
func TestServerRulesAreUsed(t *testing.T) {
	words, named := literals(t)
	for _, r := range rules.ServerRules() {
		if !words[r.ID] {
			t.Errorf("no check is named %q; remove it from lint/rules/server.go", r.ID)
		}
	}
	for id, file := range named {
		if rules.FindDocumented(id) == nil {
			t.Errorf("%s: no documentation of %q; add it to lint/rules/server.go", file, id)
		}
	}
	if len(named) < 40 {
		t.Errorf("only %d names of checks are seen in the sources", len(named))
	}
}

func TestServerRulesAreInOrder(t *testing.T) {
	last := ""
	for _, r := range rules.ServerRules() {
		if r.ID <= last {
			t.Errorf("%s stands behind %s", r.ID, last)
		}
		last = r.ID
		if rules.Find(r.ID) != nil {
			t.Errorf("%s is the name of one of our rules, too", r.ID)
		}
		if r.Title == "" || r.Why == "" {
			t.Errorf("%s has no documentation", r.ID)
		}
	}
}

// literals returns the strings in the packages that check CRDs, and those of
// them that plainly name a finding, with the file.
func literals(t *testing.T) (words map[string]bool, named map[string]string) {
	t.Helper()
	words, named = map[string]bool{}, map[string]string{}
	for _, dir := range []string{".", "../crd", "../structural", "../celrule", "../celcost", "../defaulting", "../validate", "../internal/source"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %d files", dir, err, len(files))
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BasicLit:
					words[text(n)] = true
				case *ast.KeyValueExpr:
					if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Rule" && text(n.Value) != "" {
						named[text(n.Value)] = name
					}
				case *ast.CallExpr:
					if f, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) > 1 && text(n.Args[0]) != "" {
						if p, ok := f.X.(*ast.Ident); ok && p.Name == "finding" && f.Sel.Name != "Root" {
							named[text(n.Args[0])] = name
						}
					}
				}
				return true
			})
		}
	}
	return words, named
}

// text is a string that is written out, or "".
func text(n ast.Node) string {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ""
	}
	return s
}
