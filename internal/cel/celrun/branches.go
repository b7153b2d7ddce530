package celrun

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celsyntax"
)

// Branches records which boolean operands of an expression evaluations have found true or false: the operands of && and
// ||, the conditions of ?:, and its boolean arms. It is safe for concurrent use.
//
// It uses a second program, so that the costs of the server's program do not change.
type Branches struct {
	// Operands are the places of the operands, in the order of the text.
	Operands []celsyntax.Span

	expression *celrule.Expression
	of         behaviour.Evaluator
	ids        map[int64]int // the index of an operand by its node
	seen       []atomic.Uint32
	once       sync.Once
	program    *celrule.Program
}

const (
	seenTrue uint32 = 1 << iota
	seenFalse
)

// NewBranches returns the branches of an expression without an error, given its text; nil if it has none.
func NewBranches(x *celrule.Expression, text string, of behaviour.Evaluator) *Branches {
	b := &Branches{expression: x, of: of, ids: map[int64]int{}}
	tree := x.AST()
	b.find(tree.Expr(), func(e ast.Expr) {
		if _, known := b.ids[e.ID()]; known {
			return
		}
		at := x.Offset(text, e.ID())
		if at < 0 {
			return
		}
		b.ids[e.ID()] = len(b.Operands)
		b.Operands = append(b.Operands, celsyntax.OperandAt(text, at))
	})
	if len(b.Operands) == 0 {
		return nil
	}
	b.seen = make([]atomic.Uint32, len(b.Operands))
	return b
}

// find calls operand for each operand, in the order of the text. It skips an operand that consists of operands.
func (b *Branches) find(e ast.Expr, operand func(ast.Expr)) {
	leaf := func(e ast.Expr) {
		if !logical(e) && e.Kind() != ast.LiteralKind {
			operand(e)
		}
		b.find(e, operand)
	}
	switch e.Kind() {
	case ast.CallKind:
		c := e.AsCall()
		switch args := c.Args(); {
		case !logical(e):
			if c.IsMemberFunction() {
				b.find(c.Target(), operand)
			}
			for _, a := range args {
				b.find(a, operand)
			}
		case c.FunctionName() == operators.Conditional:
			if madeByMacro(args[0]) {
				b.find(args[0], operand)
			} else {
				leaf(args[0])
			}
			for _, arm := range args[1:] {
				if b.expression.AST().GetType(arm.ID()) == types.BoolType {
					leaf(arm)
				} else {
					b.find(arm, operand)
				}
			}
		default:
			for _, a := range args {
				leaf(a)
			}
		}
	case ast.SelectKind:
		b.find(e.AsSelect().Operand(), operand)
	case ast.ListKind:
		for _, item := range e.AsList().Elements() {
			b.find(item, operand)
		}
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			b.find(entry.AsMapEntry().Key(), operand)
			b.find(entry.AsMapEntry().Value(), operand)
		}
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		b.find(c.IterRange(), operand)
		b.find(c.AccuInit(), operand)
		b.step(c, operand)
		b.find(c.Result(), operand)
	}
}

// step visits the step of a comprehension. The macro all() and others have added an operator to it.
func (b *Branches) step(c ast.ComprehensionExpr, operand func(ast.Expr)) {
	step := c.LoopStep()
	if !logical(step) {
		b.find(step, operand)
		return
	}
	args := step.AsCall().Args()
	if first := args[0]; first.Kind() == ast.IdentKind && first.AsIdent() == c.AccuVar() {
		args = args[1:]
	}
	for _, a := range args {
		b.find(a, operand)
	}
}

// logical reports whether an expression is a call of &&, || or ?:.
func logical(e ast.Expr) bool {
	if e.Kind() != ast.CallKind {
		return false
	}
	switch e.AsCall().FunctionName() {
	case operators.LogicalAnd, operators.LogicalOr, operators.Conditional:
		return true
	}
	return false
}

// madeByMacro reports whether a condition is the one that optMap() adds.
func madeByMacro(e ast.Expr) bool {
	return e.Kind() == ast.CallKind && e.AsCall().FunctionName() == "hasValue"
}

// Seen returns whether an operand was true in some evaluation, and whether it was false.
func (b *Branches) Seen(i int) (isTrue, isFalse bool) {
	v := b.seen[i].Load()
	return v&seenTrue != 0, v&seenFalse != 0
}

// Complete reports whether all operands were true and false.
func (b *Branches) Complete() bool {
	for i := range b.seen {
		if b.seen[i].Load() != seenTrue|seenFalse {
			return false
		}
	}
	return true
}

// Evaluate evaluates the expression with variables, and records its operands. It ignores the result.
func (b *Branches) Evaluate(ctx context.Context, variables cel.Activation) {
	b.once.Do(func() { b.program, _ = b.plan() })
	if b.program != nil && !b.Complete() {
		_, _, _ = b.program.Evaluate(ctx, variables)
	}
}

// branch is the function that is called around each operand, and returns its argument.
const branch = "@branch"

func (b *Branches) plan() (*celrule.Program, error) {
	functions, err := b.expression.Functions()
	if err != nil {
		return nil, err
	}
	marked, operand := b.marked()
	return b.expression.Plan(marked, &costs{}, interruptAfter, func(i interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
		call, ok := i.(interpreter.InterpretableCall)
		if !ok {
			return i, nil
		}
		if call.Function() == branch {
			return &branchCall{call, call.Args()[0], &b.seen[operand[call.ID()]]}, nil
		}
		if !b.of.ErrorsInLists && isLookup(call) {
			call = lookup(call)
		}
		return counted(call, functions, b.of), nil
	})
}

// marked returns the expression with a call of branch around each operand, and the operands by the IDs of these calls.
func (b *Branches) marked() (*ast.AST, map[int64]int) {
	copied := ast.Copy(b.expression.AST())
	factory, next := ast.NewExprFactory(), ast.MaxID(copied)
	operand := map[int64]int{}
	ast.PostOrderVisit(copied.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if !logical(e) {
			return
		}
		c := e.AsCall()
		args := make([]ast.Expr, len(c.Args()))
		for i, a := range c.Args() {
			args[i] = a
			if n, is := b.ids[a.ID()]; is {
				args[i] = factory.NewCall(next, branch, a)
				operand[next] = n
				next++
			}
		}
		e.SetKindCase(factory.NewCall(e.ID(), c.FunctionName(), args...))
	}))
	return copied, operand
}

// branchCall is a call of branch.
type branchCall struct {
	interpreter.InterpretableCall
	inner interpreter.InterpretableV2
	seen  *atomic.Uint32
}

// Exec implements interpreter.InterpretableV2.
func (c *branchCall) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := c.inner.Exec(frame)
	switch v {
	case types.True:
		c.seen.Or(seenTrue)
	case types.False:
		c.seen.Or(seenFalse)
	}
	return v
}

// Eval implements interpreter.Interpretable.
func (c *branchCall) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}
