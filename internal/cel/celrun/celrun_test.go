package celrun

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types/ref"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/cel/library"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// self is the type that the rules here are about: texts, numbers, lists of both, a
// list of lists, a map, and an object that may be anything.
func self() *schema.Schema {
	text, number := &schema.Schema{Type: "string"}, &schema.Schema{Type: "integer"}
	list := func(of *schema.Schema) *schema.Schema {
		return &schema.Schema{Type: "array", Items: &schema.Items{Schema: of}}
	}
	properties := []schema.Property{
		{Name: "s", Schema: text}, {Name: "t", Schema: text}, {Name: "n", Schema: number}, {Name: "absent", Schema: text},
		{Name: "l", Schema: list(text)}, {Name: "m", Schema: list(number)}, {Name: "ll", Schema: list(list(text))},
		{Name: "map", Schema: &schema.Schema{Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: text}}},
		{Name: "any", Schema: &schema.Schema{XIntOrString: true}}, {Name: "u", Schema: text}, {Name: "d", Schema: text}, {Name: "c", Schema: text},
	}
	return &schema.Schema{Type: "object", Properties: schema.NewProperties(properties)}
}

type rules struct {
	compiler *celrule.Compiler
	schema   *schema.Schema
}

func newRules() rules {
	return rules{celrule.NewCompiler(behaviour.Of(kube.Latest).CEL), self()}
}

// newest is the evaluator of the newest server, which is cel-go's.
var newest = behaviour.Of(kube.Latest).CEL.Evaluator

func (r rules) compile(t *testing.T, text string) *celrule.Expression {
	t.Helper()
	x := r.compiler.Rule(text, r.compiler.SelfOf(celrule.Decl(r.schema, false)), celrule.New, false)
	if x.Error != nil {
		t.Fatalf("%s: %s", text, x.Error.Detail)
	}
	return x
}

// variables are those of a rule.
type variables struct {
	self ref.Val
}

func (v *variables) ResolveName(name string) (any, bool) {
	switch name {
	case "self":
		return v.self, true
	}
	return nil, false
}

func (v *variables) Parent() cel.Activation { return nil }

func (r rules) on(value map[string]any) *variables {
	return &variables{self: common.UnstructuredToVal(value, celrule.View(r.schema, false))}
}

// texts are rules with each function that has a bound, and with comprehensions in
// all forms; among them are those that end in an error, or of which an error is
// forgiven.
var texts = []string{
	`self.s.replace('a', self.t) == self.t.replace('', 'x', 2)`,
	`self.l.join(self.t) == 'a' || self.l.join().size() > 2`,
	`'%s %d %.2f %s'.format([self.s, self.n, 1.5, self.l]).size() > 3`,
	`lists.range(self.n).all(x, x < self.n)`,
	`self.ll.flatten().exists(x, x == self.s) || [[self.l], [self.l]].flatten(2).size() == 4`,
	`self.l.reverse() == self.l || self.l.slice(0, 1) == ['a']`,
	`self.s.split(self.t).size() > 1 || self.s.split('').size() == 3`,
	`self.l.sort() == self.l.distinct()`,
	`self.l.indexOf('b') > self.l.lastIndexOf(self.t)`,
	`self.l + self.l == ['a'] + self.l`,
	`self.ll == [self.l, ['a']] || self.ll != [self.l]`,
	`self.s in self.l || self.n in [1, 2, 3] || self.s in self.map`,
	`sets.contains(self.l, ['a']) || sets.intersects(self.l, self.l) || sets.equivalent(self.l, [])`,
	`self.s.contains(self.t) || self.s.matches(self.t) || self.s.matches('^a+$')`,
	`self.s.find(self.t) == '' || self.s.findAll('[a-c]').size() == 2 || self.s.findAll(self.t, 1).size() == 1`,
	`self.s.findAll('[a-c]', 1).size() == 1`,
	`self.s.findAll('[a-c]', 2)[0] == 'a' || self.s.findAll('a', self.n).size() > 2`,
	`dyn(self.any).matches('x') && self.absent.matches('^a$')`,
	`dyn(self.any).find('x') == 'x' || dyn(self.any).findAll('x').size() > 0`,
	`self.s.find('[a-b]+') == 'ab' && self.s.findAll('b|c', dyn(self.any)).size() == 2 && matches(self.s, 'c$')`,
	`self.any == 3 || self.any == 'x'`,
	`self.l.all(x, x.contains('a'))`,
	`self.l.all(x, self.m.all(y, self.l.exists(z, z == x) && y > 0))`,
	`self.l.exists_one(x, x == 'a') || self.m.map(x, x * 2).filter(x, x > 2).size() > 1`,
	`self.m.map(x, x > 1, x + 1) == [3, 4]`,
	`self.map.all(k, self.map[k].size() >= k.size()) && self.map.exists(k, k == 'none')`,
	`self.l.all(i, x, i >= 0 && x != 'q') && self.map.exists(k, v, v == k + 'z')`,
	`self.l.transformList(i, x, i > 0, x).size() == 1 || self.map.transformMap(k, v, v).size() == 1`,
	`self.ll.map(x, x.map(y, [y, y])).all(x, x.all(y, y.size() == 2))`,
	`self.m.all(x, 1 / x > 0 || x == 0)`,
	`self.m.exists(x, 10 / (x - 1) > 100)`,
	`self.l.all(x, x == self.absent || x.size() > 0)`,
	`self.l.all(x, x == self.absent)`,
	`has(self.absent) && self.l.all(x, x == self.absent)`,
	`self.l.map(x, [x, self.absent]).size() > 0 || true`,
	`self.m.all(x, x > 0 ? self.l.exists(y, y == 'zz') : self.l.all(y, y != ''))`,
	`self.l[5] == 'a' || self.l[0] == 'a'`,
	`self.l.join(',') == self.absent || self.s.replace(self.absent, 'x') == ''`,
	`string(self.n).matches('[0-9]') && self.m.sum() > 0 && self.m.max() > self.m.min() && self.m.isSorted()`,
	`self.m.all(x, x + self.n > 0) && self.s + self.t != ''`,
	`self.l.sortBy(x, x.size()).size() > 0`,
	`[1, 2].all(x, [3, 4].all(y, [5].exists(z, x + y < z)))`,
	`self.l.all(x, ['a', 'b'].exists(y, y == x) || ['c'].exists(y, y == x))`,
	`self.?absent.hasValue() || self.?s.value().size() == 3`,
	`self.?absent.value() == 'a' || self.map[?'a'].optMap(x, x + 'b').hasValue()`,
	`optional.of(self.n).value() > optional.none().optMap(x, x).orValue(1) || optional.ofNonZeroValue(self.n).hasValue()`,
	`self.?absent.or(self.?s).orValue('b') == 'abc' || self.l[?0].optFlatMap(x, optional.of(x)).hasValue()`,
	`self.l.all(x, self.s.matches(x) && self.s.find(x) == x && self.s.findAll(x).size() < 4 && self.s.findAll(x, 1) == [x] || x == '')`,
	`self.l.all(x, self.s.matches(self.t + x)) || self.l.exists(x, self.s.find(self.t + x) == '')`,
	`[self.t, 'UTC', 'Asia/Kolkata', 'No/Where'].exists(z, timestamp('2024-03-01T01:02:03.456Z').getHours(z) == 6)`,
	`[self.t, 'No/Where', '+05:30', '-x:1'].all(z, timestamp('2024-03-01T01:02:03.456Z').getMinutes(z) == 32)`,
	`self.l.all(x, optional.of(x).hasValue() && self.map[?x].optMap(y, y.size() > 1).hasValue())`,
}

var values = []map[string]any{
	{"s": "abc", "t": "b", "n": int64(3), "l": []any{"a", "b"}, "m": []any{int64(1), int64(2), int64(3)},
		"ll": []any{[]any{"a"}, []any{}}, "map": map[string]any{"a": "aa", "b": "b"}, "any": int64(3)},
	{"s": "", "t": "(", "n": int64(-1), "l": []any{}, "m": []any{int64(0)}, "ll": []any{}, "map": map[string]any{}, "any": "x"},
	{"s": "aaa", "t": "", "n": int64(0), "l": []any{"q", "a", "a", "zz"}, "m": []any{int64(2), int64(1), int64(0), int64(2)},
		"ll": []any{[]any{"q", "a"}}, "map": map[string]any{"x": "x"}, "any": int64(1), "absent": "a"},
	{},
}

// TestSameAsCEL holds results, errors and costs to those of cel-go's own programs,
// as the server makes them.
func TestSameAsCEL(t *testing.T) {
	r := newRules()
	for _, text := range texts {
		x := r.compile(t, text)
		ours, err := Program(x, newest)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := x.Env().PlanProgram(x.AST(), cel.CostLimit(celconfig.PerCallLimit),
			cel.CostTracking(&library.CostEstimator{}), cel.InterruptCheckFrequency(celconfig.CheckFrequency))
		if err != nil {
			t.Fatal(err)
		}
		for i, value := range values {
			want, wantCost := evaluate(ofCEL{theirs}, r.on(value))
			got, gotCost := evaluate(ours, r.on(value))
			if got != want || gotCost != wantCost {
				t.Errorf("%s on value %d: %s, cost %d; the server has %s, cost %d", text, i, got, gotCost, want, wantCost)
			}
		}
	}
}

// evaluated is what can be evaluated: a program of ours, or of cel-go.
type evaluated interface {
	Evaluate(context.Context, cel.Activation) (ref.Val, uint64, error)
}

type ofCEL struct{ cel.Program }

func (p ofCEL) Evaluate(ctx context.Context, v cel.Activation) (ref.Val, uint64, error) {
	result, details, err := p.ContextEval(ctx, v)
	return result, *details.ActualCost(), err
}

func evaluate(p evaluated, v cel.Activation) (string, uint64) {
	result, cost, err := p.Evaluate(context.Background(), v)
	if err != nil {
		return "error: " + err.Error(), cost
	}
	return fmt.Sprint(result.Value()), cost
}

// TestEvaluationsEndByCost: the evaluation of a user's object ends by what it costs alone, whatever it
// looks at, unless it makes more than the memory of a process holds.
func TestEvaluationsEndByCost(t *testing.T) {
	r := newRules()
	numbers := make([]any, 1000)
	for i := range numbers {
		numbers[i] = int64(i)
	}
	value := map[string]any{"s": strings.Repeat("x", 300_000), "t": strings.Repeat("x", 50_000), "m": numbers, "n": int64(1) << 60}
	for _, c := range []struct{ text, why string }{
		{`self.m.all(x, self.s.charAt(x) == 'x')`, ""}, // 300 MB in all
		{`self.t.replace('', self.t).size() > 0`, "1024 MiB"},
		{`lists.range(self.n).size() > 0`, "1024 MiB"},
	} {
		p, err := Program(r.compile(t, c.text), newest)
		if err != nil {
			t.Fatal(err)
		}
		result, _, err := p.Evaluate(context.Background(), r.on(value))
		if c.why == "" {
			if err != nil || result.Value() != true {
				t.Errorf("%s: %v, %v", c.text, result, err)
			}
			continue
		}
		if why, _ := Stopped(context.Background(), err); !strings.Contains(why, c.why) {
			t.Errorf("%s: %v, want %s", c.text, err, c.why)
		}
	}
}

// TestCancelledEvaluation: an evaluation ends when its context is done.
func TestCancelledEvaluation(t *testing.T) {
	r := newRules()
	many := make([]any, 20000)
	for i := range many {
		many[i] = "x"
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, text := range []string{`self.l.all(x, self.ll == self.ll)`} {
		p, err := Program(r.compile(t, text), newest)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = p.Evaluate(ctx, r.on(map[string]any{"l": many, "ll": []any{many, many}}))
		if why, stopped := Stopped(ctx, err); !stopped || why != "the run was cancelled" {
			t.Errorf("%s: %v", text, err)
		}
	}
}
