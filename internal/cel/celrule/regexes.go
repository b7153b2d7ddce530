package celrule

import (
	"regexp/syntax"
	"sync"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/interpreter"
)

// parsedRegexes reports the errors of constant regular expressions, as the server does when it plans a program. It only
// parses them: compiling takes most of the time, and cannot fail after parsing.
var parsedRegexes = sync.OnceValue(func() interpreter.PlannerOption {
	return eachRegex(func(call interpreter.InterpretableCall, pattern string) (interpreter.InterpretableCall, error) {
		_, err := syntax.Parse(pattern, syntax.Perl)
		return call, err
	})
})

// Functions of Kubernetes' library that take a regular expression.
const (
	find    = "find"
	findAll = "findAll"
)

func eachRegex(with func(interpreter.InterpretableCall, string) (interpreter.InterpretableCall, error)) interpreter.PlannerOption {
	var all []*interpreter.RegexOptimization
	for _, function := range []string{find, findAll, overloads.Matches} {
		all = append(all, &interpreter.RegexOptimization{Function: function, RegexIndex: 1, Factory: with})
	}
	return interpreter.CompileRegexConstants(all...)
}

// parses reports whether the validator of regular expressions finds no error in a checked tree because all that it
// checks can be parsed. It checks the first argument of matches, which is the text in a call without a receiver.
func parses(checked *ast.AST) bool {
	all := true
	ast.PreOrderVisit(checked.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() != ast.CallKind || e.AsCall().FunctionName() != overloads.Matches {
			return
		}
		if args := e.AsCall().Args(); len(args) > 0 && args[0].Kind() == ast.LiteralKind {
			pattern, ok := args[0].AsLiteral().Value().(string)
			if ok {
				_, err := syntax.Parse(pattern, syntax.Perl)
				ok = err == nil
			}
			all = all && ok
		}
	}))
	return all
}
