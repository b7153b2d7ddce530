package celrule

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestPlan: a program is evaluated by many at once, each with its own costs.
func TestPlan(t *testing.T) {
	s := &schema.Schema{Type: "array", Items: &schema.Items{Schema: &schema.Schema{Type: "integer"}}}
	compiler := NewCompiler(behaviour.Of(kube.Latest).CEL)
	x := compiler.Rule("self.all(x, x > 0)", compiler.SelfOf(Decl(s, false)), New, false)
	if x.Error != nil {
		t.Fatal(x.Error.Detail)
	}
	p, err := x.Plan(x.ast, plainCosts{}, 100, func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) { return i, nil })
	if err != nil {
		t.Fatal(err)
	}
	costs := make([]uint64, 40)
	var all sync.WaitGroup
	for n := range costs {
		all.Go(func() {
			var items []int
			for i := range n {
				items = append(items, i+1)
			}
			for range 20 {
				result, cost, err := p.Evaluate(context.Background(), ofItems{types.DefaultTypeAdapter.NativeToValue(items)})
				if err != nil || result != types.True {
					t.Errorf("%d items: %v, %v", n, result, err)
				}
				costs[n] = cost
			}
		})
	}
	all.Wait()
	for n := 1; n < len(costs); n++ {
		if costs[n] <= costs[n-1] {
			t.Errorf("%d items cost %d, and one less %d", n, costs[n], costs[n-1])
		}
	}
}

type plainCosts struct{ library.CostEstimator }

// CallCost implements interpreter.ActualCostEstimator.
func (c plainCosts) CallCost(function, overload string, args []ref.Val, result ref.Val) *uint64 {
	return c.CostEstimator.CallCost(function, overload, args, result)
}

// ofItems are the variables of a rule.
type ofItems struct{ self ref.Val }

func (v ofItems) ResolveName(name string) (any, bool) { return v.self, name == "self" }

func (v ofItems) Parent() cel.Activation { return nil }

// TestIndexes: some indexes are refused by what makes programs, on a server as well.
func TestIndexes(t *testing.T) {
	s := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
		{Name: "x", Schema: &schema.Schema{XIntOrString: true}}, {Name: "count", Schema: &schema.Schema{Type: "integer"}},
	})}
	compiler := NewCompiler(behaviour.Of(kube.Latest).CEL)
	self := compiler.SelfOf(Decl(s, false))
	refused := 0
	for _, text := range []string{
		"self.x[['a']] == 1", "self.x[{'a': 1}] == 1", "self.x[b'a'] == 1", "self.x[null] == 1", "self.x[string] == 1", "self.x[[]] == 1", "self.x[{}] == 1", "[self.x][0][[[1]]] == 1",
		"self.x[duration('1s')] == 1", "dyn([1])[1.5] == 1", "self.x[[self.count]] == 1", "self.x[[1][0]] == 1", "self.x['a'] == 1", "self.x[1] == 1", "self.x[{'a': self.count}] == 1", "self.x[true] == 1",
		"self.x[?['a']].hasValue()", "self.x[1u] == 1", "self.x[-1] == 1", "self.x[self.x] == 1", "self.x[[['a'], []]] == 1",
	} {
		x := compiler.Rule(text, self, New, false)
		want := compileIn(environmentOf(t, x.base, self.Decl, false), text)
		if strings.HasPrefix(want, ruleKind.instantiation) {
			refused++
		}
		got := ""
		if x.Error != nil {
			got = x.Error.Detail
		}
		if got != want {
			t.Errorf("%s: %q; cel-go has %q", text, got, want)
		}
	}
	if refused < 9 {
		t.Errorf("only %d are refused", refused)
	}
}
