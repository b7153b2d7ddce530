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
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
	celconfig "k8s.io/apiserver/pkg/apis/cel"

	"github.com/crdtool/crdtool/internal/celtrack"
)

// Program evaluates an expression. It is safe for concurrent use.
type Program struct {
	tracked        *pool[tracked]
	interruptAfter uint
	other, brief   *pool[*program] // if tracked is nil; brief with briefLimit
	// loops is how many comprehensions there are.
	loops    uint64
	recalled recalled
}

// briefLimit is what an evaluation may take that a search makes, which makes many, as Effort
// counts it.
const briefLimit = 100_000

// manyLoops is how many comprehensions, one in the other, make a step in the innermost take twice
// as long as one outside of all: it looks for names in each of them.
const manyLoops = 50

// Effort is what an evaluation takes that costs something: CEL counts the same for a step wherever
// that stands.
func (p *Program) Effort(cost uint64) int64 { return int64(cost + cost*p.loops/manyLoops) }

// briefly is what an evaluation costs that takes as long as it may.
func (p *Program) briefly() uint64 { return briefLimit * manyLoops / (manyLoops + p.loops) }

// Brief reports whether EvaluateBriefly does not end an evaluation of some cost.
func (p *Program) Brief(cost uint64) bool { return cost <= p.briefly() }

// loops counts comprehensions.
func loops(a *ast.AST) (n uint64) {
	ast.PreOrderVisit(a.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() == ast.ComprehensionKind {
			n++
		}
	}))
	return n
}

// Costs tells what the calls of an evaluation cost, in one evaluation at a time.
type Costs interface {
	interpreter.ActualCostEstimator
	// Of begins an evaluation with some variables.
	Of(cel.Activation)
}

// ProgramOptions say how a program evaluates.
type ProgramOptions struct {
	Costs          func() Costs
	InterruptAfter uint // steps of comprehensions between two looks at the context
	Decorate       interpreter.InterpretableDecoratorV2
}

// Plan makes a program of a tree that was made of that of the expression, as cel-go's
// Env.PlanProgram does, which makes a table of all functions of the environment for each
// program: that takes ten times as long, and as much memory, as the rest.
func (e *Expression) Plan(tree func() *ast.AST, o ProgramOptions) (*Program, error) {
	out := &Program{interruptAfter: o.InterruptAfter, loops: loops(e.ast)}
	if e.Standard() {
		var err error
		out.tracked, err = newPool(func() (tracked, error) { return e.planTracked(tree(), o) })
		if !errors.Is(err, celtrack.ErrUnknownStep) {
			return out, err
		}
		out.tracked = nil
	}
	plan := func(more ...cel.ProgramOption) func() (*program, error) {
		return func() (*program, error) {
			costs := o.Costs()
			all := append(more, cel.CostTracking(costs), cel.InterruptCheckFrequency(o.InterruptAfter), cel.CustomDecoratorV2(o.Decorate))
			p, err := e.base.env.PlanProgram(tree(), all...)
			return &program{p, costs}, err
		}
	}
	var err error
	out.brief = &pool[*program]{plan: plan(cel.CostLimit(out.briefly()))}
	out.other, err = newPool(plan())
	return out, err
}

// Standard reports whether an expression calls only functions that are evaluated as the planner
// evaluates them by itself. Some libraries have options for programs: those for optionals
// evaluate or() in a way of their own, and those for sets and lists tell its costs.
func (e *Expression) Standard() bool { return standard(e.ast) }

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
	if p.tracked == nil {
		return evaluate(ctx, p.other, variables)
	}
	return p.evaluate(ctx, variables, celconfig.PerCallLimit)
}

// EvaluateBriefly is Evaluate with a limit as searches have it, at which it ends as that does at
// the server's.
func (p *Program) EvaluateBriefly(ctx context.Context, variables cel.Activation) (ref.Val, uint64, error) {
	if p.tracked == nil {
		return evaluate(ctx, p.brief, variables)
	}
	return p.evaluate(ctx, variables, p.briefly())
}

// A program is one of cel-go.
type program struct {
	cel.Program
	costs Costs
}

func evaluate(ctx context.Context, all *pool[*program], variables cel.Activation) (ref.Val, uint64, error) {
	p, err := all.take()
	if err != nil {
		return nil, 0, err
	}
	defer all.giveBack(p)
	p.costs.Of(variables)
	result, details, err := p.ContextEval(ctx, variables)
	return result, *details.ActualCost(), err
}

// tracked is a program of which the costs are counted here.
type tracked struct {
	*celtrack.Program
	costs Costs
}

func (e *Expression) planTracked(a *ast.AST, o ProgramOptions) (tracked, error) {
	planner, err := e.base.planner()
	if err != nil {
		return tracked{}, err
	}
	costs := o.Costs()
	p, err := celtrack.New(costs, func(last interpreter.InterpretableDecoratorV2) (interpreter.InterpretableV2, error) {
		// These are in the order of cel-go's newProgram.
		return planner.NewInterpretable(a, interpreter.CustomDecoratorV2(o.Decorate), interpreter.InterruptableEval(),
			interpreter.Optimize(), deferredRegexes(), interpreter.CustomDecoratorV2(last))
	})
	return tracked{p, costs}, err
}

func (p *Program) evaluate(ctx context.Context, variables cel.Activation, limit uint64) (ref.Val, uint64, error) {
	of, err := p.tracked.take()
	if err != nil {
		return nil, 0, err
	}
	defer p.tracked.giveBack(of)
	frame, err := interpreter.NewExecutionFrame(variables)
	if err != nil {
		return nil, 0, err
	}
	defer frame.Close()
	if err := frame.SetContext(ctx, p.interruptAfter); err != nil {
		return nil, 0, err
	}
	of.costs.Of(variables)
	result, cost, err := of.Evaluate(frame, limit)
	if err != nil && errors.Is(err, interpreter.InterruptError{}) {
		err = fmt.Errorf("%w: %w", err, context.Cause(ctx))
	}
	return result, cost, err
}
