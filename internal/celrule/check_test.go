package celrule

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/celcheck"
	"github.com/crdtool/crdtool/internal/celolder"
	"github.com/crdtool/crdtool/internal/sweep"
	"github.com/crdtool/crdtool/kube"
)

// declaredIn has what declarationsOf returned, which takes longer to make than most checks.
var declaredIn sync.Map

// declarationsOf returns what cel-go's checker takes of a scope.
func declarationsOf(t testing.TB, s *scope) *checker.Env {
	t.Helper()
	if known, ok := declaredIn.Load(s); ok {
		return known.(*checker.Env)
	}
	b := s.base
	env, err := checker.NewEnv(b.env.Container, s.provider, checker.CrossTypeNumericComparisons(b.has.NumbersOfKinds || !b.of.Checker.StopsAtErrors))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range b.env.Functions() {
		if f.IsDeclarationDisabled() {
			continue
		}
		if !b.of.Checker.StopsAtErrors {
			if f, err = celolder.Ordered(f); err != nil {
				t.Fatal(err)
			}
		}
		if err := env.AddFunctions(f); err != nil {
			t.Fatal(err)
		}
	}
	all := []*decls.VariableDecl{decls.NewVariable(self, s.self), decls.NewVariable(oldSelf, s.old)}
	if !b.of.NoRuleVariable {
		all = append(all, decls.NewVariable(ruleName, s.self))
	}
	for name, of := range b.variables {
		all = append(all, decls.NewVariable(name, of))
	}
	if err := env.AddIdents(all...); err != nil {
		t.Fatal(err)
	}
	declaredIn.Store(s, env)
	return env
}

// parseAny parses a text by the parser of this package or by cel-go's; nil if it is not CEL.
func parseAny(b *base, text string) *parsed {
	if from, ok := b.parser.parse(text, common.NewTextSource(text)); ok {
		return from
	}
	if a, issues := b.env.Parse(text); issues.Err() == nil {
		return &parsed{tree: a.NativeRep(), filled: true}
	}
	return nil
}

// checkBoth checks an expression by celcheck and by cel-go, and fails if they differ in the tree,
// the types, the functions or an error. It reports whether the expression is good.
func checkBoth(t testing.TB, s *scope, text string) bool {
	t.Helper()
	src, from := common.NewTextSource(text), parseAny(s.base, text)
	if from == nil {
		return false
	}
	got, errs, err := celcheck.Check(from.tree, from.nodes(), from.info, src, s.declarations())
	if err != nil {
		t.Fatal(err)
	}
	again := parseAny(s.base, text)
	again.info()
	want, wantErrs := checker.Check(again.tree, src, declarationsOf(t, s))
	if got, want := errs.ToDisplayString(), wantErrs.ToDisplayString(); got != want {
		t.Fatalf("%s\ngot  %.2000s\nwant %.2000s", text, got, want)
	}
	if got, want := celolder.Text(got.Expr()), celolder.Text(want.Expr()); got != want {
		t.Fatalf("%s\ngot  %.2000s\nwant %.2000s", text, got, want)
	}
	for id, w := range want.TypeMap() {
		if g := got.TypeMap()[id]; w.String() != g.String() || w.Kind() != g.Kind() || (len(w.Parameters()) == 0) != (len(g.Parameters()) == 0) {
			t.Fatalf("%s, node %d: %s, want %s", text, id, g, w)
		}
	}
	for id, w := range want.ReferenceMap() {
		if g := got.ReferenceMap()[id]; g == nil || !w.Equals(g) {
			t.Fatalf("%s, node %d: %v, want %v", text, id, g, w)
		}
	}
	if len(got.TypeMap()) != len(want.TypeMap()) || len(got.ReferenceMap()) != len(want.ReferenceMap()) {
		t.Fatalf("%s: %d types and %d references, want %d and %d", text, len(got.TypeMap()), len(got.ReferenceMap()), len(want.TypeMap()), len(want.ReferenceMap()))
	}
	root := got.Expr().ID()
	for _, k := range []*types.Type{types.BoolType, types.StringType} {
		if (got.GetType(root) == k) != (want.GetType(root) == k) {
			t.Fatalf("%q: another instance of type %s", text, k)
		}
	}
	return len(errs.GetErrors()) == 0
}

// inLatest calls f with the scope of the sample in the newest environment.
func inLatest(t testing.TB, f func(s *scope)) {
	t.Helper()
	c := NewCompiler(kube.Latest.Behaviour().CEL)
	on := c.server(New)
	b, err := c.base(on, on.alone())
	if err != nil {
		t.Fatal(err)
	}
	if err := b.withScope(Decl(sampleSchema(), false), false, func(s *scope) error { f(s); return nil }); err != nil {
		t.Fatal(err)
	}
}

// TestCheckEqualsCELGo compares the checkers on many conditions in a row, with some of the
// mistakes that there are.
func TestCheckEqualsCELGo(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	some := []string{"self.a == 1", "self.s == 'x'", "unknown", "self.missing > 1", "self.a == 'x'", "1", "'x'", "self.l.all(x, x == q)", "self.l.exists(x, x)",
		"unknown == unknown", "[unknown] == [1]", "self.a in self.l", "(self.a > 1 ? unknown : self.s)", "has(self.c)", "f(self.a)", "self", "null", "dyn(1)", "[]", "[unknown]", "size(unknown)", "self.l.map(x, y)", "self.l.exists_one(x, y)", "size([unknown]) > 'x'", "unknown.a.b", "self.o[0].b", "self.l == []", "{} == {'a': z}",
		"[[], [1]] == [['a']]", "[1, 'a', null]", "{1: [], 'a': {}}", "[?self.?s, 'a']", "[?self.s]", "{?'a': self.?s}", "{?'a': 1}", "self.?s.optMap(x, x.size()) == optional.of(1)", "optional.none() == optional.of([])",
		"{'a': 1}.a.b", "{'a': {}}.a.b", "[].map(x, x.y)", "[{}].exists(x, x.a == 1)", "{}.all(k, v, k == v)", "self.l.all(self, .self.s == self)", "self.s.all(x, x)", ".self.a == 1", "strings.quote(self.s) == ''", ".strings.quote('')", "self.o.all(x, x.name == [])",
		"selfType00{a: 1}", "google.protobuf.Int64Value{value: 1}", "google.protobuf.Struct{}", "int{}", "type(self) == type(self.o[0])", "type(1)", "self.x + 1", "self.x == [self.x, 1]", "[self.x, []]", "self.b ? [] : [1]", "self.b ? null : self.o[0]", "self.b ? self.t : null",
		"[].reverse() == [[]]", "self.?a.?b", "self.?o[?0].?name.or(optional.of(1))", "[1, 2][[]]", "{}[{}]", "self.m[?self.a]", "(self.b ? dyn(1) : self.a) + 'a'", "[null, self.e] == [self.e, null]", "[self.d, null]", "[1, 1u, 1.0]", "self.a < 1.0", "[] < []"}
	inLatest(t, func(s *scope) {
		good := 0
		for n := range sweep.Times(300, 3000) {
			var w strings.Builder
			open := 0
			for n := 1 + random.IntN(1+19*random.IntN(2)); n > 0; n-- {
				w.WriteString([]string{"", "", "", "!"}[random.IntN(4)])
				if random.IntN(8) == 0 {
					w.WriteByte('(')
					open++
				}
				w.WriteString(some[random.IntN(len(some))])
				if open > 0 && random.IntN(4) == 0 {
					w.WriteByte(')')
					open--
				}
				if n > 1 {
					w.WriteString([]string{" && ", " || ", " == ", " + ", ", "}[random.IntN(5)])
				}
			}
			text := w.String() + strings.Repeat(")", open)
			for _, text := range []string{text, "[" + text + "]", "{'a': [" + text + "]}"} {
				if checkBoth(t, s, text) {
					good++
				}
			}
			if n < len(some) {
				checkBoth(t, s, some[n])
			}
		}
		t.Logf("%d are good", good)
	})
}

// TestNests checks nests as deep as they may be, for which cel-go's checker takes seconds each, and
// types that double.
func TestNests(t *testing.T) {
	nest := func(n int, before, middle, after string) string {
		return strings.Repeat(before, n) + middle + strings.Repeat(after, n)
	}
	inLatest(t, func(s *scope) {
		for name, test := range map[string]struct {
			nest func(n int) string
		}{
			"maps":      {nest: func(n int) string { return nest(n, "{'a': ", "self.a", "}") + ".size() > 0" }},
			"lists":     {nest: func(n int) string { return nest(n, "[", "", "]") + ".size() > 0" }},
			"optionals": {nest: func(n int) string { return nest(n, "optional.of(", "self.a", ")") + ".hasValue()" }},
			"dyn":       {nest: func(n int) string { return nest(n, "{'a': [", "dyn(self.a)", "]}") + ".size() > 0" }},
			"mistake":   {nest: func(n int) string { return nest(n, "{'a': ", "self.missing", "}") + " == 1" }},
			"items":     {nest: func(n int) string { return nest(n, "{'a': ", "self.a", "}") + strings.Repeat("['a']", n) + " > 1" }},
			"both":      {nest: func(n int) string { return nest(n, "{[]: {", "1: self.a", "}}") + " == {}" }},
		} {
			checkBoth(t, s, test.nest(12))
			for range 10 {
				if x, err := s.base.compile(test.nest(100), &ruleKind, s); err != nil || x.Error == nil && name == "mistake" {
					t.Errorf("%s: %v, %v", name, x, err)
				}
			}
		}
		x, err := s.base.compile("self.l"+strings.Repeat(".map(x, {x: x})", 40)+".size() > 0", &ruleKind, s)
		if err != nil || x.Error == nil || !x.Error.Limit {
			t.Errorf("types that double: %v, %v", x, err)
		}
		// Parameters that stand for types that have the one before twice.
		for _, end := range []string{"x%d == []", "[x%d, x0].size() == 0", "x%d == x0", "x0 == [{x%[1]d: x%[1]d}]", "x0 == [{x1: x1}] || x%d == x1"} {
			text := "[[]].exists(x0, "
			const deep = 30
			for n := 1; n <= deep; n++ {
				text += fmt.Sprintf("[[], [{x%[1]d: x%[1]d}]].exists(x%[2]d, ", n-1, n)
			}
			text += fmt.Sprintf(end, deep) + strings.Repeat(")", deep+1)
			x, err := s.base.compile(text, &ruleKind, s)
			if err != nil || x.Error == nil || !x.Error.Limit {
				t.Errorf("%s: %v, %v", text, x, err)
			}
		}
	})
}

// TestNestsOfOlderServers does so by the checker that servers had until Kubernetes 1.28.
func TestNestsOfOlderServers(t *testing.T) {
	v, err := kube.ParseVersion("1.27")
	if err != nil {
		t.Fatal(err)
	}
	of := v.Behaviour().CEL
	b, err := newBase(of, of.Stored, present(of.Stored))
	if err != nil {
		t.Fatal(err)
	}
	s := mustScope(t, b, Decl(sampleSchema(), false), false)
	maps := strings.Repeat("{'a': ", 30) + "self.a" + strings.Repeat("}", 30) // it parses no deeper ones
	for text, good := range map[string]bool{
		maps + strings.Repeat("['a']", 30) + " > 1": true,
		maps + " == 1": false,
		strings.Repeat("self.l != [] && ", 3000) + "true":                true,
		"self.l" + strings.Repeat(".map(x, {x: x})", 40) + ".size() > 0": false,
	} {
		x, err := b.compile(text, &ruleKind, s)
		if err != nil || (x.Error == nil) != good {
			t.Errorf("%.60s: %v, %v", text, x, err)
		}
	}
}
