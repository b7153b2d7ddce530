package celrun

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/cel-go/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/testkit/celgen"
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/kube"
)

// grammar is what FuzzGrammar compiles with, made once.
var grammar = sync.OnceValue(func() (g struct {
	rules
	self  celrule.Self
	scope *celgen.Scope
}) {
	g.rules = rules{celrule.NewCompiler(behaviour.Of(kube.Latest).CEL), celgen.Wide()}
	g.self = g.compiler.SelfOf(celrule.Decl(g.schema, false))
	g.scope = celgen.NewScope(g.self.Decl)
	return g
})

// FuzzGrammar compares results, errors and costs of the programs here with those of
// cel-go's, on expressions and values that a grammar makes.
func FuzzGrammar(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(steer.Random(seed, 30+3*int(seed)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 1000 {
			compareGrammar(t, data)
		}
	})
}

func TestSeedsGrammar(t *testing.T) {
	steer.Seeds(t, 300, func(t *testing.T, seed uint64) { compareGrammar(t, steer.Bytes(seed, 10, 200)) })
}

func TestGrammarIsMostlyGood(t *testing.T) {
	all, ran, whole := 0, 0, 0
	for seed := range uint64(300) {
		r, w := compareGrammar(t, steer.Random(seed, 30+int(seed)/3))
		all++
		if r {
			ran++
		}
		if w {
			whole++
		}
	}
	t.Logf("of %d expressions, %d ran, %d without an error", all, ran, whole)
	if ran*3 < all || whole*6 < all {
		t.Error("few run, or most end in an error")
	}
}

// compareGrammar reports whether the expression is good, and whether its program
// ends without an error.
func compareGrammar(t *testing.T, data []byte) (ran, whole bool) {
	t.Helper()
	g := grammar()
	c := steer.By(data)
	value := celgen.Value(c, g.schema).(map[string]any)
	text := g.scope.Expression(c, celgen.Options{Right: c.Of(4) > 0})
	x := g.compiler.Rule(text, g.self, celrule.New, false)
	if x.Error != nil || len(text) > 5000 {
		return false, false
	}
	ours, err := Program(x, newest)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	theirs, err := x.Env().PlanProgram(x.AST(), cel.CostLimit(celconfig.PerCallLimit),
		cel.CostTracking(&library.CostEstimator{}), cel.InterruptCheckFrequency(celconfig.CheckFrequency))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	got, tooMuch := outcomeOf(ours, g.on(value))
	if tooMuch {
		return true, false
	}
	want, _ := outcomeOf(ofCEL{theirs}, g.on(value))
	if got != want {
		// Maps are gone through in any order, and so are the errors in them.
		possible := []outcome{want}
		for range 100 {
			other, _ := outcomeOf(ofCEL{theirs}, g.on(value))
			possible = append(possible, other)
		}
		if !slices.Contains(possible, got) {
			t.Errorf("%s on %v: %+v; cel-go has %+v", text, value, got, want)
		}
	}
	return true, got.err == ""
}

type outcome struct {
	value, err string
	cost       uint64
}

func outcomeOf(p evaluated, v cel.Activation) (o outcome, tooMuch bool) {
	result, cost, err := p.Evaluate(context.Background(), v)
	o.cost = cost
	if err != nil {
		o.err = err.Error()
		_, tooMuch = Stopped(context.Background(), err)
		return o, tooMuch
	}
	o.value = fmt.Sprint(result.Value())
	return o, false
}
