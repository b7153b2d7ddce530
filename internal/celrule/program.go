package celrule

import (
	"context"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// Program evaluates an expression. It is safe for concurrent use.
type Program struct{ pool *pool }

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
	p, err := newPool(func() (*countedProgram, error) {
		costs := o.Costs()
		p, err := e.base.env.PlanProgram(tree(), cel.CostTracking(costs), cel.InterruptCheckFrequency(o.InterruptAfter), cel.CustomDecoratorV2(o.Decorate))
		return &countedProgram{p, costs}, err
	})
	return &Program{p}, err
}

// Evaluate returns the value of the expression, or an error, and its cost.
func (p *Program) Evaluate(ctx context.Context, variables cel.Activation) (ref.Val, uint64, error) {
	return p.pool.evaluate(ctx, variables)
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
