package celrule

import (
	"regexp/syntax"
	"sync"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/interpreter"
)

// parsedRegexes finds the errors of constant regular expressions, as the server does when it
// makes a program, and does not compile them: that takes most of the time, and cannot fail
// once they are parsed.
var parsedRegexes = sync.OnceValue(func() interpreter.PlannerOption {
	return eachRegex(func(call interpreter.InterpretableCall, pattern string) (interpreter.InterpretableCall, error) {
		_, err := syntax.Parse(pattern, syntax.Perl)
		return call, err
	})
})

// Functions of Kubernetes' library, beside matches of CEL's own.
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

// parses reports whether what validates the regular expressions of a checked tree has
// nothing to say, since each that it looks at is parsed without an error: the first
// argument of matches, which is the text where the call has no receiver.
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
