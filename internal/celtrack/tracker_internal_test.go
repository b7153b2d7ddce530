package celtrack

import (
	"slices"
	"testing"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// TestStepsTake: what is not taken off the stack is looked through by each step behind it.
func TestStepsTake(t *testing.T) {
	env, err := cel.NewEnv(cel.Variable("b", cel.BoolType), cel.Variable("a", cel.IntType), cel.Variable("s", cel.StringType), cel.Variable("l", cel.ListType(cel.StringType)))
	if err != nil {
		t.Fatal(err)
	}
	for text, order := range map[string][]int{
		"!b || a == 2": {0, 1}, "!b && a == 2": {0, 1},
		"!b ? a == 2 : s != 'x'": {2, 1, 0}, "(l + l).all(x, x != '')": {0}, "a + 1 == a - 1": {0, 1},
	} {
		checked, issues := env.Compile(text)
		if issues.Err() != nil {
			t.Fatal(issues.Err())
		}
		var parts []ast.Expr
		if root := checked.NativeRep().Expr(); root.Kind() == ast.CallKind {
			parts = root.AsCall().Args()
		} else {
			parts = []ast.Expr{root.AsComprehension().IterRange()}
		}
		var want []int64
		for _, i := range order {
			want = append(want, parts[i].ID())
		}
		of, err := New(&noCosts{}, func(last interpreter.InterpretableDecoratorV2) (interpreter.InterpretableV2, error) {
			var planned interpreter.InterpretableV2
			_, err := env.Program(checked, cel.CustomDecoratorV2(func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
				i, err := last(i)
				planned = i // the last is the root
				return i, err
			}))
			return planned, err
		})
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		switch root := of.root.(type) {
		case *watched:
			got = root.takes()
		case *watchedAttribute:
			got = root.takes()
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s takes %v, not %v", text, got, want)
		}
	}
}

// TestTrackerTakes: the stack is cut at what is taken, by what makes a list as well, and values
// are kept no longer than an evaluation.
func TestTrackerTakes(t *testing.T) {
	tracker := &tracker{costs: noCosts{}, limit: 100}
	stack := func(ids ...int64) {
		tracker.stack = nil
		for _, id := range ids {
			tracker.stack = append(tracker.stack, stacked{types.Int(id), id})
		}
	}
	ids := func() (ids []int64) {
		for _, s := range tracker.stack {
			ids = append(ids, s.id)
		}
		return ids
	}
	for _, c := range []struct{ stack, takes, left []int64 }{
		{[]int64{1, 2, 3, 4}, []int64{2, 4}, []int64{1, 9}}, {[]int64{1, 2, 3, 4}, []int64{2, 5}, []int64{1, 2, 3, 4, 9}},
		{[]int64{1, 2, 1, 4}, []int64{5, 1}, []int64{1, 2, 9}}, {[]int64{1, 2}, nil, []int64{1, 2, 9}},
	} {
		stack(c.stack...)
		list := step{id: 9, kind: makes}
		for _, id := range c.takes {
			list.take(id)
		}
		if tracker.observe(&list, types.True); !slices.Equal(ids(), c.left) {
			t.Errorf("%v without %v: %v", c.stack, c.takes, ids())
		}
	}
	stack(1, 2, 3)
	args, ok := tracker.take([]int64{1, 3})
	if !ok || !slices.Equal(args, []ref.Val{types.Int(1), types.Int(3)}) {
		t.Errorf("%v, %t", args, ok)
	}
	tracker.end()
	if len(tracker.stack) > 0 {
		t.Errorf("the next evaluation begins with %d values", len(tracker.stack))
	}
	for _, s := range tracker.stack[:cap(tracker.stack)] {
		if s.value != nil {
			t.Errorf("%v is kept", s)
		}
	}
	if args[0] != nil || args[1] != nil {
		t.Errorf("%v are kept", args)
	}
}

// TestAskedQualifier: to ask for what is not there is a step as well, if nothing else is asked.
func TestAskedQualifier(t *testing.T) {
	tracker := &tracker{costs: noCosts{}, limit: 100}
	q := qualified{tracker: tracker, step: step{id: 3, cost: 1}, adapter: types.DefaultTypeAdapter}
	for _, is := range []struct {
		present, only bool
		out           any
		value         ref.Val
	}{{false, false, nil, nil}, {false, true, nil, types.False}, {true, true, nil, types.True}, {true, false, "x", types.String("x")}} {
		tracker.stack, tracker.cost = nil, 0
		q.asked(is.out, is.present, is.only, nil)
		if (is.value != nil) != (len(tracker.stack) == 1) || is.value != nil && (tracker.stack[0] != stacked{is.value, 3} || tracker.cost != 1) {
			t.Errorf("%v: %v, cost %d", is, tracker.stack, tracker.cost)
		}
	}
}

// noCosts has calls cost what they do by themselves.
type noCosts struct{}

// CallCost implements interpreter.ActualCostEstimator.
func (noCosts) CallCost(string, string, []ref.Val, ref.Val) *uint64 { return nil }

// TestUnknownSteps: what is not as it was is said, and not read.
func TestUnknownSteps(t *testing.T) {
	known := watched{watch: watch{step: step{id: 7}}}
	for _, c := range []struct {
		of     any
		fields []string
		want   []int64
	}{
		{&struct{ terms []any }{[]any{&known, &known}}, []string{"terms"}, []int64{7, 7}},
		{&struct{ expr any }{&known}, []string{"expr"}, []int64{7}},
		{&struct{ expr any }{&known}, []string{"expr", "truthy"}, nil},
		{&struct{ terms []any }{[]any{&known, nil}}, []string{"terms"}, nil},
		{&struct{ terms []any }{[]any{&known, &struct{ id int32 }{}}}, []string{"terms"}, nil},
		{&struct{ terms []any }{[]any{&known, &struct{ number int64 }{}}}, []string{"terms"}, nil},
		{struct{ terms []any }{}, []string{"terms"}, nil},
		{&[]int{1}, []string{"terms"}, nil},
	} {
		var s step
		err := s.takeWithin(c.of, c.fields...)
		if (err != nil) != (c.want == nil) || err != nil && err != ErrUnknownStep || err == nil && !slices.Equal(s.takes(), c.want) {
			t.Errorf("%v of %#v: %v, %v", c.fields, c.of, s.takes(), err)
		}
	}
}
