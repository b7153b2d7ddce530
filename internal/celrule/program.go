package celrule

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/stdlib"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// Program evaluates an expression. It is safe for concurrent use.
type Program struct {
	planned        *interpreter.ObservableInterpretable
	interruptAfter uint
	other          cel.Program // if planned is nil
}

// ProgramOptions say how a program evaluates.
type ProgramOptions struct {
	Costs          interpreter.ActualCostEstimator
	InterruptAfter uint // steps of comprehensions between two looks at the context
	Decorate       interpreter.InterpretableDecoratorV2
}

// Plan makes a program of a tree that was made of that of the expression, as cel-go's
// Env.PlanProgram does, which makes a table of all functions of the environment for each
// program: that takes ten times as long, and as much memory, as the rest.
func (e *Expression) Plan(a *ast.AST, o ProgramOptions) (*Program, error) {
	if !standard(e.ast) {
		p, err := e.base.env.PlanProgram(a, cel.CostTracking(o.Costs), cel.InterruptCheckFrequency(o.InterruptAfter), cel.CustomDecoratorV2(o.Decorate))
		if err != nil {
			return nil, err
		}
		return &Program{other: p}, nil
	}
	planner, err := e.base.planner()
	if err != nil {
		return nil, err
	}
	tracker, err := interpreter.NewCostTracker(o.Costs, interpreter.PresenceTestHasCost(false), interpreter.CostTrackerLimit(celconfig.PerCallLimit))
	if err != nil {
		return nil, err
	}
	// These are in the order of cel-go's newProgram.
	planned, err := planner.NewInterpretable(a, interpreter.CustomDecoratorV2(o.Decorate), interpreter.InterruptableEval(),
		interpreter.Optimize(), deferredRegexes(), interpreter.CostObserver(interpreter.CostTrackerFactory(tracker.Clone)))
	if err != nil {
		return nil, err
	}
	observable, ok := planned.(*interpreter.ObservableInterpretable)
	if !ok {
		return nil, errors.New("the cost of a program is not tracked")
	}
	return &Program{planned: observable, interruptAfter: o.InterruptAfter}, nil
}

// standard reports whether a tree calls only functions that are evaluated as the planner
// evaluates them by itself. Some libraries have options for programs: those for optionals
// evaluate or() in a way of their own, and those for sets and lists tell its costs.
func standard(a *ast.AST) bool {
	known := standardFunctions()
	only := true
	ast.PreOrderVisit(a.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() == ast.CallKind {
			only = only && known[e.AsCall().FunctionName()]
		}
	}))
	return only
}

// standardFunctions are those of cel-go's standard library, of Kubernetes' for regular
// expressions, which the planner compiles, and for optionals all but or() and
// orValue().
var standardFunctions = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{
		find: true, findAll: true,
		"optional.of": true, "optional.none": true, "optional.ofNonZeroValue": true, "hasValue": true, "value": true,
		operators.OptIndex: true, operators.OptSelect: true,
	}
	for _, f := range stdlib.Functions() {
		known[f.Name()] = true
	}
	return known
})

// Evaluate returns the value of the expression, or an error, and what that cost, as
// cel-go's Program.ContextEval does.
func (p *Program) Evaluate(ctx context.Context, variables cel.Activation) (ref.Val, uint64, error) {
	if p.planned == nil {
		result, details, err := p.other.ContextEval(ctx, variables)
		return result, *details.ActualCost(), err
	}
	frame, err := interpreter.NewExecutionFrame(variables)
	if err != nil {
		return nil, 0, err
	}
	defer frame.Close()
	if err := frame.SetContext(ctx, p.interruptAfter); err != nil {
		return nil, 0, err
	}
	result, cost, err := p.run(frame)
	if err != nil && errors.Is(err, interpreter.InterruptError{}) {
		err = fmt.Errorf("%w: %w", err, context.Cause(ctx))
	}
	return result, cost, err
}

func (p *Program) run(frame *interpreter.ExecutionFrame) (result ref.Val, cost uint64, err error) {
	var costs *interpreter.CostTracker
	defer func() {
		switch r := recover().(type) {
		case nil:
		case interpreter.EvalCancelledError:
			err = r
		default:
			err = fmt.Errorf("internal error: %v", r)
		}
		if costs != nil {
			cost = costs.ActualCost()
		}
	}()
	result = p.planned.ObserveExec(frame, func(observed any) { costs, _ = observed.(*interpreter.CostTracker) })
	if types.IsError(result) {
		err = result.(*types.Err)
	}
	return result, 0, err
}
