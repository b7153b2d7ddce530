package celrule

import (
	"context"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// Program evaluates an expression. It is safe for concurrent use.
type Program struct{ program cel.Program }

// Plan plans a program for a tree derived from the expression's tree. Costs estimates the actual costs of calls, and
// decorate changes the steps of the program. After every given number of steps in comprehensions, an evaluation checks
// its context.
func (e *Expression) Plan(tree *ast.AST, costs interpreter.ActualCostEstimator, steps uint, decorate interpreter.InterpretableDecoratorV2) (*Program, error) {
	p, err := e.base.env.PlanProgram(tree, cel.CostTracking(costs), cel.InterruptCheckFrequency(steps), cel.CustomDecoratorV2(decorate))
	return &Program{p}, err
}

// Evaluate returns the value of the expression, or an error, and its cost.
func (p *Program) Evaluate(ctx context.Context, variables cel.Activation) (ref.Val, uint64, error) {
	result, details, err := p.program.ContextEval(ctx, variables)
	return result, *details.ActualCost(), err
}
