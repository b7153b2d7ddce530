package celsyntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"

	"github.com/crdtool/crdtool/internal/cel/celsyntax"
)

// kinds are the names of the kinds of expressions, in their order.
var kinds = [...]string{"other", "or", "and", "relation", "not", "choice", "number", "group", "call"}

func dump(text string, e *celsyntax.Expr) string {
	if e == nil {
		return "not understood"
	}
	s := fmt.Sprintf("%s %s", kinds[e.Kind], text[e.Start:e.End])
	if e.Op != (celsyntax.Span{}) {
		s += " by " + text[e.Op.Start:e.Op.End]
	}
	for _, p := range e.Parts {
		s += "\n" + "  " + strings.ReplaceAll(dump(text, p), "\n", "\n  ")
	}
	return s
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		`a || !b && c`: `or a || !b && c by ||
  other a by a
  and !b && c by &&
    not !b by !
      other b by b
    other c by c`,
		`(x + 1) <= y ? size("a)") : -2.5e-3`: `choice (x + 1) <= y ? size("a)") : -2.5e-3
  relation (x + 1) <= y by <=
    group (x + 1)
      other x + 1
        other x by x
        number 1
    other y by y
  call size("a)") by size
    other "a)"
  other -2.5e-3
    number 2.5e-3`,
		"self.a[?0].?b.all(k, k in [r'\\', ?c]) // all": "call self.a[?0].?b.all(k, k in [r'\\', ?c]) by all\n" +
			"  other self.a[?0].?b\n    other self.a[?0]\n      other self.a\n        other self by self\n      number 0\n" +
			"  other k by k\n  relation k in [r'\\', ?c] by in\n    other k by k\n    other [r'\\', ?c]\n      other r'\\' by r'\\'\n      other c by c",
		`{'a': T{f: 1}} == {?b: self.` + "`c-d`" + `}`: "relation {'a': T{f: 1}} == {?b: self.`c-d`} by ==\n" +
			"  other {'a': T{f: 1}}\n    other 'a'\n    other T{f: 1} by T\n      other f by f\n      number 1\n" +
			"  other {?b: self.`c-d`}\n    other b by b\n    other self.`c-d`\n      other self by self",
		`a &&`:  "not understood",
		`a b`:   "not understood",
		`f(a`:   "not understood",
		`a = b`: "not understood",
		`"open`: `other "open`,
		strings.Repeat("(", 600) + "a" + strings.Repeat(")", 600): "not understood",
		strings.Repeat("!", 600) + "a":                            "not understood",
	} {
		if got := dump(text, celsyntax.Parse(text)); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", text, got, want)
		}
	}
}

// Operators and calls must stand where cel-go finds them, and as many.
func TestParseAsCELDoes(t *testing.T) {
	env, err := cel.NewEnv(cel.OptionalTypes(), cel.EnableIdentifierEscapeSyntax(), cel.ClearMacros())
	if err != nil {
		t.Fatal(err)
	}
	r := random(1)
	understood := 0
	for range 400 {
		text := r.expr(4)
		tree, issues := env.Parse(text)
		e := celsyntax.Parse(text)
		if issues.Err() != nil {
			t.Fatalf("%s: the generator makes what is no CEL: %v", text, issues.Err())
		}
		if e == nil {
			t.Errorf("%s: not understood", text)
			continue
		}
		understood++
		want := map[string]int{}
		ast.PostOrderVisit(tree.NativeRep().Expr(), ast.NewExprVisitor(func(x ast.Expr) {
			if x.Kind() != ast.CallKind {
				return
			}
			switch name := x.AsCall().FunctionName(); name {
			case operators.Equals, operators.NotEquals, operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals, operators.In:
				want["relation"]++
			case operators.LogicalNot:
				want["not"]++
			case operators.Conditional:
				want["choice"]++
			case operators.LogicalAnd:
				want["and"] += len(x.AsCall().Args()) - 1
			case operators.LogicalOr:
				want["or"] += len(x.AsCall().Args()) - 1
			case "f", "g":
				want["call"]++
			}
		}))
		got := map[string]int{}
		var count func(e *celsyntax.Expr)
		count = func(e *celsyntax.Expr) {
			switch e.Kind {
			case celsyntax.Or, celsyntax.And:
				got[kinds[e.Kind]] += len(e.Parts) - 1
			case celsyntax.Relation, celsyntax.Not, celsyntax.Choice, celsyntax.Call:
				got[kinds[e.Kind]]++
			}
			for _, p := range e.Parts {
				if p.Start < e.Start || p.End > e.End || p.Start >= p.End {
					t.Errorf("%s: %s is not inside of %s", text, text[p.Start:p.End], text[e.Start:e.End])
				}
				count(p)
			}
		}
		count(e)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, cel-go has %v", text, got, want)
		}
	}
	if understood < 400 {
		t.Errorf("%d of 400 understood", understood)
	}
}
