package celtrack_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/celgen"
	"github.com/crdtool/crdtool/internal/celrule"
	"github.com/crdtool/crdtool/internal/celtrack"
	"github.com/crdtool/crdtool/internal/steer"
	"github.com/crdtool/crdtool/kube"
)

// TestSeedsTracker compares what evaluations cost, and where they end that may cost no more than
// something, with what cel-go counts of the same program.
func TestSeedsTracker(t *testing.T) {
	s := celgen.Wide()
	compiler := celrule.NewCompiler(kube.Latest.Behaviour().CEL)
	self := compiler.SelfOf(celrule.Decl(s, false))
	scope := celgen.NewScope(self.Decl)
	tracked, ended := 0, 0
	steer.Seeds(t, 400, func(t *testing.T, seed uint64) {
		c := steer.By(steer.Bytes(seed, 10, 200))
		on := onSelf{common.UnstructuredToVal(celgen.Value(c, s), celrule.View(s, false))}
		text := scope.Expression(c, celgen.Options{Right: c.Of(8) > 0})
		if x := compiler.Rule(text, self, celrule.New, false); x.Error == nil && len(text) < 5000 {
			cost, ok := compareTracked(t, x, on, celconfig.PerCallLimit)
			if !ok {
				return
			}
			tracked++
			for n := range min(cost, 6) {
				compareTracked(t, x, on, cost*n/6)
				ended++
			}
		}
	})
	if tracked < 40 || ended < 100 {
		t.Errorf("%d are tracked, %d ended", tracked, ended)
	}
}

// TestTracked is about each kind of step.
func TestTracked(t *testing.T) {
	s := celgen.Wide()
	compiler := celrule.NewCompiler(kube.Latest.Behaviour().CEL)
	self := compiler.SelfOf(celrule.Decl(s, false))
	full := map[string]any{
		"a": int64(2), "b": true, "c": 1.5, "s": "abc", "x": int64(1), "l": []any{"a", "b", "abc"}, "n": []any{int64(1), int64(2)},
		"o": []any{map[string]any{"name": "n", "port": int64(1)}}, "m": map[string]any{"k": "v", "abc": "w"}, "i": map[string]any{"name": "i"},
	}
	for _, text := range []string{
		"self.b", "self.b && self.a == 2 && self.s != 'x'", "self.a > 5 || self.b || self.s == ''", "has(self.s) && has(self.i.name) && !has(self.i.port)",
		"(self.b ? self.a : self.n[0]) > 1", "(self.b ? self.o[0] : self.o[1]).name == 'n'", "has((self.b ? self.o[0] : self.o[1]).port)",
		"(self.b ? [1] : [2, 3])[0] == 1", "(self.b ? (self.a > 1 ? self.o[0] : self.o[1]) : self.o[0]).name == ''", "self.m[self.s] == 'w' && self.m['k'] == 'v' && self.l[self.a] == 'abc'",
		"self.l[self.n[0]] == 'b' && self.l[self.a - 1] == 'b'", "self.m[self.b ? self.s : 'k'] == 'w'", "self.s in self.l && self.s in ['abc', 'd'] && 'k' in self.m",
		"self.l.all(x, x.size() > 0) && self.l.exists_one(x, x == self.s)", "self.l.map(x, self.l.filter(y, y != x)).size() == 3", "{'a': self.a, 'b': 1}.size() == 2 && [self.a, 1] == [2, 1]",
		"self.m.all(k, self.m[k] != '') || self.m.exists(k, v, k == v)", "self.i.?port.hasValue() || self.?s.value() == 'abc' || self.m[?'k'].hasValue()",
		"self.s.startsWith('a') && self.s.endsWith('bc') && self.s.contains('b') && self.s.matches('^a') && self.s.matches(self.s)", "self.s + 'x' < 'b' && self.s >= 'a' && bytes(self.s) + b'a' > b'a' && string(bytes(self.s)) == 'abc'",
		"self.n[5] == 1 || self.b", "self.n[5] == 1", "self.l.exists(x, int(x) > 1)", "self.l.exists(x, int(x) > 1 || x == 'abc')", "self.o.all(o, has(o.port) && o.port > 0 || o.name == '')",
		"self.x == 1 && self.s.find('[a-b]+') == 'ab' && dyn(self.a) == 2.0 && type(self.a) == int", "size(self.s) == 3 ? self.b : false", "!(self.a in self.n) && -self.a < 0",
		"self.s.matches(self.s) && self.s.startsWith('a long beginning') && self.?s == optional.of('a text that is longer than ten')",
		"self.s.matches('a long pattern') || self.b", "duration('1s') < duration('2s') && timestamp('2024-01-01T00:00:00Z').getFullYear() == 2024",
	} {
		x := compiler.Rule(text, self, celrule.New, false)
		if x.Error != nil {
			t.Errorf("%s: %s", text, x.Error.Detail())
			continue
		}
		for _, value := range []map[string]any{full, {}, {"b": false, "a": int64(1), "l": []any{}, "i": map[string]any{}, "o": []any{}}, {"s": ""}, {"s": "a long beginning of a text"}} {
			on := onSelf{common.UnstructuredToVal(value, celrule.View(s, false))}
			cost, ok := compareTracked(t, x, on, celconfig.PerCallLimit)
			if !ok {
				t.Errorf("%s is not tracked", text)
			}
			for limit := range cost {
				compareTracked(t, x, on, limit)
			}
		}
	}
}

// compareTracked evaluates an expression up to a limit, and returns what it costs; false if it is
// not tracked, or goes through a map, in any order.
func compareTracked(t *testing.T, x *celrule.Expression, on onSelf, limit uint64) (uint64, bool) {
	t.Helper()
	p, ok := planned(t, x)
	if !ok {
		return 0, false
	}
	theirs, err := x.Env().PlanProgram(x.AST(), cel.CostLimit(limit), cel.CostTracking(&library.CostEstimator{}), cel.InterruptCheckFrequency(celconfig.CheckFrequency))
	if err != nil {
		t.Fatal(err)
	}
	want := func() string {
		result, details, err := theirs.ContextEval(context.Background(), on)
		return said(result, *details.ActualCost(), err)
	}
	frame, err := interpreter.NewExecutionFrame(on)
	if err != nil {
		t.Fatal(err)
	}
	defer frame.Close()
	result, cost, err := p.Evaluate(frame, limit)
	got := said(result, cost, err)
	for range 30 {
		if got == want() {
			return cost, true
		}
	}
	t.Errorf("%s on %v, which may cost %d: %s; cel-go has %s", x.AST().SourceInfo().Description(), on.self.Value(), limit, got, want())
	return cost, true
}

// planned is the program of an expression as it is; none if it calls functions of which the costs
// are told by options of a tracker.
func planned(t *testing.T, x *celrule.Expression) (*celtrack.Program, bool) {
	t.Helper()
	functions, err := x.Functions()
	if err != nil {
		t.Fatal(err)
	}
	env := x.Env()
	provider, adapter := env.CELTypeProvider(), env.CELTypeAdapter()
	planner := interpreter.NewInterpreter(functions, env.Container, provider, adapter, interpreter.NewAttributeFactory(env.Container, adapter, provider))
	p, err := celtrack.New(&library.CostEstimator{}, func(last interpreter.InterpretableDecoratorV2) (interpreter.InterpretableV2, error) {
		return planner.NewInterpretable(x.AST(), interpreter.InterruptableEval(), interpreter.Optimize(),
			interpreter.CompileRegexConstants(interpreter.MatchesRegexOptimization, library.FindRegexOptimization, library.FindAllRegexOptimization), interpreter.CustomDecoratorV2(last))
	})
	if err != nil {
		t.Fatal(err)
	}
	return p, x.Standard()
}

func said(result ref.Val, cost uint64, err error) string {
	if err != nil {
		return fmt.Sprint(err, cost)
	}
	return fmt.Sprint(result.Value(), cost)
}

// onSelf are the variables of a rule.
type onSelf struct{ self ref.Val }

func (v onSelf) ResolveName(name string) (any, bool) { return v.self, name == "self" }

func (v onSelf) Parent() cel.Activation { return nil }
