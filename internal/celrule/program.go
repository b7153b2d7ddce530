package celrule

import (
	"context"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// Program evaluates an expression. It is safe for concurrent use.
type Program struct {
	whole, brief *pool // with the server's limit for a call, and with briefLimit
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

// Plan makes a program of a tree that was made of that of the expression.
func (e *Expression) Plan(tree func() *ast.AST, o ProgramOptions) (*Program, error) {
	plan := func(more ...cel.ProgramOption) func() (*countedProgram, error) {
		return func() (*countedProgram, error) {
			costs := o.Costs()
			all := append(more, cel.CostTracking(costs), cel.InterruptCheckFrequency(o.InterruptAfter), cel.CustomDecoratorV2(o.Decorate))
			p, err := e.base.env.PlanProgram(tree(), all...)
			return &countedProgram{p, costs}, err
		}
	}
	out := &Program{loops: loops(e.ast)}
	out.brief = &pool{plan: plan(cel.CostLimit(out.briefly()))}
	var err error
	out.whole, err = newPool(plan())
	return out, err
}

// Evaluate returns the value of the expression, or an error, and its cost.
func (p *Program) Evaluate(ctx context.Context, variables cel.Activation) (ref.Val, uint64, error) {
	return p.whole.evaluate(ctx, variables)
}

// EvaluateBriefly is Evaluate with a limit as searches have it, at which it ends as that does at
// the server's.
func (p *Program) EvaluateBriefly(ctx context.Context, variables cel.Activation) (ref.Val, uint64, error) {
	return p.brief.evaluate(ctx, variables)
}

// countedProgram is a program of cel-go with what tells its costs. It is for one evaluation at a time.
type countedProgram struct {
	cel.Program
	costs Costs
}

func (p *pool) evaluate(ctx context.Context, variables cel.Activation) (ref.Val, uint64, error) {
	program, err := p.take()
	if err != nil {
		return nil, 0, err
	}
	defer p.giveBack(program)
	program.costs.Of(variables)
	result, details, err := program.ContextEval(ctx, variables)
	return result, *details.ActualCost(), err
}
