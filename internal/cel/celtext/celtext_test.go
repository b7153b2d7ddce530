package celtext_test

import (
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

func parse(t *testing.T, text string) *ast.AST {
	t.Helper()
	env, err := cel.NewEnv(cel.OptionalTypes())
	if err != nil {
		t.Fatal(err)
	}
	parsed, issues := env.Parse(text)
	if issues.Err() != nil {
		t.Fatal(issues.Err())
	}
	return parsed.NativeRep()
}

func TestOf(t *testing.T) {
	for text, want := range map[string]string{
		`self.a.b`:                     `self.a.b`,
		`has( self.a )`:                `has(self.a)`,
		`self.?a.orValue('x')`:         `self.?a.orValue("x")`,
		`self.l[0]=="a"||self . n<1.0`: `((self.l[0] == "a") || (self.n < 1))`,
		`self in ['a',  'b']`:          `(self in ["a", "b"])`,
		`!self.a`:                      `!_(self.a)`,
	} {
		if got := celtext.Of(parse(t, text).Expr()); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for _, pair := range [][2]string{{"a == 1", "a == 1.0"}, {"a=='x'", `a == "x"`}, {"l.all(x, x > 1)", "l.all(x,x>1)"}, {"c || {'a': 1}[a] == 1", "c||{'a':1}[a]==1"}} {
		if a, b := celtext.Of(parse(t, pair[0]).Expr()), celtext.Of(parse(t, pair[1]).Expr()); a != b {
			t.Errorf("%s and %s are written as\n%s\n%s", pair[0], pair[1], a, b)
		}
	}
	for _, pair := range [][2]string{{"a == 1", "a == '1'"}, {"has(a.b)", "a.b"}, {"a - b", "b - a"}, {"l.all(x, x > 1)", "l.exists(x, x > 1)"},
		{"{'a': 1}[a]", "{'b': 1}[a]"}, {"{'a': 1}[a]", "{'a': 2}[a]"}, {"{?'a': b}", "{'a': b}"}, {"[?a]", "[a]"}} {
		if a, b := celtext.Of(parse(t, pair[0]).Expr()), celtext.Of(parse(t, pair[1]).Expr()); a == b {
			t.Errorf("%s and %s are both written as %s", pair[0], pair[1], a)
		}
	}
}

func TestLiterals(t *testing.T) {
	enum := []any{"a", int64(1), 1.5, true, nil}
	for literal, in := range map[string]bool{`"a"`: true, `"b"`: false, "1": true, "1.0": true, "1u": true, "1.5": true, "true": true, "null": true, "false": false} {
		e := parse(t, literal).Expr()
		if got := celtext.InEnum(enum, celtext.Literal(e.AsLiteral())); got != in {
			t.Errorf("%s in the enum: %t", literal, got)
		}
	}
	if s, ok := celtext.String(parse(t, "'a'").Expr()); !ok || s != "a" {
		t.Errorf("%q", s)
	}
	if n := celtext.Number(parse(t, "3u").Expr()); n == nil || *n != 3 {
		t.Error(n)
	}
	if n := celtext.Number(parse(t, "9223372036854775807").Expr()); n != nil {
		t.Error("a number is taken that no float64 is")
	}
	if celtext.Literal(types.NullValue) != "null" {
		t.Error(celtext.Literal(types.NullValue))
	}
}

func TestFieldName(t *testing.T) {
	for name, want := range map[string]string{"a": "a", "a-b": "a__dash__b", "in": "__in__"} {
		if got := celtext.FieldName(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
