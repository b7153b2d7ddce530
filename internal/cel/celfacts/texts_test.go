package celfacts

import (
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/ext"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// written are expressions of all kinds, some of which are written alike.
var written = []string{
	"self.a", "self.a == 1", "self.a == 1.0", "self.a == '1'", "self.b == 1u", "has(self.a)", "has(self.a.b)", "self[0]", "self['a']", "self.a[self.b]",
	"self.?a", "self.?a.?b", "self.?a.orValue('a/b')", "[]", "[1, 2]", "[?self.?a, 2]", "[self.a, ?self.?b]", "{}", "{'a': 1}", "{'a': 1, 'b': [1]}", "{?'a': self.?a}",
	"-self.a", "!self.a", "self.a - 1", "self.a / 2 > 1", "double(self.a) >= 1.0", "self.a.double() > 1", "'double(' == self.a", "size(self.a)", "self.a.size()",
	"self.all(x, x > 1)", "self.all(y, y > 1)", "self.exists(x, x > 1)", "self.map(x, x > 1, x)", "self.filter(x, x)", "sets.contains(self, [1])", "math.greatest(1, self.a)",
	"self.a ? 1 : 2", "(self.a ? self.b : self.c).size()", "self.a in [1, 2]", "self.a && self.b || self.c", "null", "b'a'", "b'/'", "self.f(1, 2)", "f(self, 1, 2)",
}

// Expressions have the same number if they are written alike, and what is known of a text is so.
func TestTexts(t *testing.T) {
	env, err := cel.NewEnv(cel.OptionalTypes(), ext.Math(), ext.Sets())
	if err != nil {
		t.Fatal(err)
	}
	all := newTexts()
	numbers, ids := map[string]textID{}, map[textID]string{}
	seen := func(e ast.Expr) {
		text, id := celtext.Of(e), all.of(e)
		if was, known := numbers[text]; known && was != id {
			t.Errorf("%s has the numbers %d and %d", text, was, id)
		}
		if was, known := ids[id]; known && was != text {
			t.Errorf("%s has the number of %s", text, was)
		}
		numbers[text], ids[id] = id, text
		if got := all.about[id].length; got != len(text) {
			t.Errorf("%s is %d bytes long, not %d", text, len(text), got)
		}
	}
	for range 2 {
		for _, text := range written {
			tree, issues := env.Parse(text)
			if issues.Err() != nil {
				t.Fatal(issues.Err())
			}
			ast.PostOrderVisit(tree.NativeRep().Expr(), ast.NewExprVisitor(seen))
		}
	}
	for text, id := range numbers {
		want := strings.Contains(text, "/") || strings.Contains(text, "double(")
		if got := all.about[id].divides; got != want {
			t.Errorf("%s divides: %t, want %t", text, got, want)
		}
	}
}
