package celrule

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/interpreter"
)

// plan plans a program to find errors in constants that cannot be converted: int('x'), or 'a'.find('[').
func (b *base) plan(a *ast.AST) error {
	planner, err := b.planner()
	if err != nil {
		return err
	}
	// Planning can fail with these options, in the order of cel-go's newProgram.
	_, err = planner.NewInterpretable(a, interpreter.Optimize(), parsedRegexes())
	return err
}

// planError returns the server's text for an error of plan.
func (b *base) planError(err error) string {
	text := err.Error()
	if before, ok := strings.CutSuffix(text, "*types.Type"); ok && !b.of.Checker.TypeIndexes {
		return before + "*types.TypeValue"
	}
	return text
}

// newPlanner returns a planner of programs. Unlike Env.Program it looks up the functions of the environment only once.
func (b *base) newPlanner() (interpreter.Interpreter, error) {
	functions, err := b.functions()
	if err != nil {
		return nil, err
	}
	provider, adapter := b.env.CELTypeProvider(), b.env.CELTypeAdapter()
	attributes := interpreter.NewAttributeFactory(b.env.Container, adapter, provider)
	return interpreter.NewInterpreter(functions, b.env.Container, provider, adapter, attributes), nil
}

func (b *base) newFunctions() (interpreter.Dispatcher, error) {
	functions := interpreter.NewDispatcher()
	for _, f := range b.env.Functions() {
		overloads, err := f.Bindings()
		if err != nil {
			return nil, err
		}
		if err := functions.Add(overloads...); err != nil {
			return nil, err
		}
	}
	return functions, nil
}
