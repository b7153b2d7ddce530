package celrun

import (
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// stepEnd is the function around each step of a comprehension. It returns its
// argument, and costs nothing.
//
// cel-go counts costs with a stack of values, on which each step of a comprehension
// leaves some that nobody takes off; and it looks for values that are not there in
// all of the stack. So time is quadratic in the length of a list: a rule over 10,000 items
// takes 1 s, and 0.08 s with this. A call of this function takes off what the last step
// left, by asking for its own last result as if that were an argument.
const stepEnd = "@stepEnd"

// marked returns an expression with a call of stepEnd around the steps of its comprehensions.
func marked(a *ast.AST) *ast.AST {
	if !hasComprehension(a.Expr()) {
		return a
	}
	out := ast.Copy(a)
	factory, next := ast.NewExprFactory(), ast.MaxID(a)
	ast.PostOrderVisit(out.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() != ast.ComprehensionKind {
			return
		}
		c := e.AsComprehension()
		step := factory.NewCall(next, stepEnd, c.LoopStep())
		next++
		e.SetKindCase(factory.NewComprehensionTwoVar(e.ID(), c.IterRange(), c.IterVar(), c.IterVar2(),
			c.AccuVar(), c.AccuInit(), c.LoopCondition(), step, c.Result()))
	}))
	return out
}

func hasComprehension(e ast.Expr) bool {
	found := false
	ast.PreOrderVisit(e, ast.NewExprVisitor(func(e ast.Expr) { found = found || e.Kind() == ast.ComprehensionKind }))
	return found
}

// step is a call of stepEnd.
type step struct {
	interpreter.InterpretableCall
	inner interpreter.InterpretableV2
	args  []interpreter.InterpretableV2
}

func newStep(call interpreter.InterpretableCall) *step {
	return &step{call, call.Args()[0], []interpreter.InterpretableV2{result{call.ID()}}}
}

// Exec implements interpreter.InterpretableV2.
func (s *step) Exec(frame *interpreter.ExecutionFrame) ref.Val { return s.inner.Exec(frame) }

// Eval implements interpreter.Interpretable.
func (s *step) Eval(vars interpreter.Activation) ref.Val { return s.inner.Eval(vars) }

// Args implements interpreter.InterpretableCall: not the argument, but the result
// of the last call.
func (s *step) Args() []interpreter.InterpretableV2 { return s.args }

// result stands for a result. It is never evaluated.
type result struct{ id int64 }

func (r result) ID() int64                                { return r.id }
func (r result) Exec(*interpreter.ExecutionFrame) ref.Val { panic("a result is not evaluated") }
func (r result) Eval(interpreter.Activation) ref.Val      { panic("a result is not evaluated") }
