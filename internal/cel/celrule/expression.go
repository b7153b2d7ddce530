package celrule

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/interpreter"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/text/code"
)

// Expression is a compiled rule or message expression. It is immutable and may be shared.
type Expression struct {
	// Error is the error for which the server refuses the expression; nil if it accepts it.
	Error *Error
	// UsesOldSelf reports whether the expression uses oldSelf. It can be set beside an Error.
	UsesOldSelf bool
	// Traits are the traits of an expression without an Error.
	Traits Traits

	base   *base
	ast    *ast.AST
	places places // of the nodes of ast; nil if its own map has them

	planning sync.Mutex
	planned  map[behaviour.Evaluator]*Program
}

// mostPlanned limits the cached programs: each has a table of all functions.
const mostPlanned = 64

// Program returns the program of the expression for a server's evaluator, which plan makes. The first programs are
// cached: versions of a CRD, and CRDs of a run, share most expressions that are evaluated at all.
func (e *Expression) Program(of behaviour.Evaluator, plan func() (*Program, error)) (*Program, error) {
	e.planning.Lock()
	defer e.planning.Unlock()
	if p := e.planned[of]; p != nil {
		return p, nil
	}
	p, err := plan()
	if err == nil && e.base.planned.Add(1) <= mostPlanned {
		if e.planned == nil {
			e.planned = map[behaviour.Evaluator]*Program{}
		}
		e.planned[of] = p
	}
	return p, err
}

// Error is the server's error about an expression.
type Error struct {
	// Detail is the server's text.
	Detail string
	// Offset is the byte offset in the expression's text of the first error in Detail, or -1.
	Offset int
	// Result reports that the expression compiles, but has the wrong result type.
	Result bool
	// Panics reports that the server's code panics on the expression, so that the connection closes without an answer.
	Panics bool
}

// newError returns the error of a text with issues.
func newError(k *kind, text string, issues *cel.Issues) *Error {
	detail := k.compilation + issues.String() // String sorts them
	return &Error{Detail: detail, Offset: offset(text, issues)}
}

// kind distinguishes rules from message expressions.
type kind struct {
	result        *types.Type
	compilation   string // begins the detail of a compile error
	wrongResult   string // is the detail for another type of result
	instantiation string // begins the detail of a planning error
}

var (
	ruleKind = kind{
		result:        types.BoolType,
		compilation:   "compilation failed: ",
		wrongResult:   "cel expression must evaluate to a bool",
		instantiation: "program instantiation failed: ",
	}
	messageKind = kind{
		result:        types.StringType,
		compilation:   "messageExpression compilation failed: ",
		wrongResult:   "messageExpression must evaluate to a string",
		instantiation: "messageExpression instantiation failed: ",
	}
)

// plain returns the expression of a text without errors whose types are all known; nil for others.
func (b *base) plain(text string, k *kind, s *scope) *Expression {
	src := common.NewTextSource(text)
	from, ok := b.parser.parse(text, src)
	if !ok {
		return nil
	}
	tree, ok := infer(from, b.known, s)
	if !ok || tree.GetType(tree.Expr().ID()) != k.result {
		return nil
	}
	c := &checked{tree, from.places, surveyOf(tree)}
	if issues, err := b.literals(c, from, src); err != nil || len(issues.Errors()) > 0 {
		return nil
	}
	if !c.found.simple && b.plan(tree) != nil {
		return nil
	}
	return &Expression{base: b, UsesOldSelf: usesOldSelf(tree), Traits: c.found.traits, ast: tree, places: c.places}
}

// compile returns the expression of a text in a scope.
func (b *base) compile(text string, k *kind, s *scope) (*Expression, error) {
	e := &Expression{base: b}
	c, issues, err := b.check(text, s)
	switch {
	case errors.Is(err, errLiteralsPanic):
		e.Error = &Error{Detail: k.compilation + err.Error(), Offset: -1, Panics: true}
		return e, nil
	}
	if err != nil {
		return nil, err
	}
	if len(issues.Errors()) > 0 {
		e.Error = newError(k, text, issues)
		return e, nil
	}
	// The server compares pointers. It also refuses another pointer to the type bool, such as one that a type parameter
	// is bound to.
	if c.tree.GetType(c.tree.Expr().ID()) != k.result {
		e.Error = &Error{Detail: k.wrongResult, Result: true}
		return e, nil
	}
	e.UsesOldSelf, e.Traits = usesOldSelf(c.tree), c.found.traits
	if !c.found.simple {
		if err := b.plan(c.tree); err != nil {
			e.Error = &Error{Detail: k.instantiation + b.planError(err), Offset: -1}
			return e, nil
		}
	}
	e.ast, e.places = c.tree, c.places
	return e, nil
}

// checked is a tree with correct types.
type checked struct {
	tree   *ast.AST
	places places // as in Expression
	found  *survey
}

// check parses a text, checks its types and then its literals, as Env.Compile does. It returns no tree if a type is
// wrong.
func (b *base) check(text string, s *scope) (*checked, *cel.Issues, error) {
	c, issues, err := b.checkBy(b.parser, text, s)
	if slices.ContainsFunc(issues.Errors(), func(e *cel.Error) bool { return code.TwoTypes(e.Message) }) {
		return b.checkBy(numbered(b.env, b.of.Checker), text, s)
	}
	return c, issues, err
}

func (b *base) checkBy(p *parser, text string, s *scope) (*checked, *cel.Issues, error) {
	src := common.NewTextSource(text)
	if !b.of.Checker.OptionalSyntax {
		if errs := tooDeepBefore(text, src); errs != nil {
			return nil, cel.NewIssues(errs), nil
		}
	}
	from, ok := p.parse(text, src)
	if !ok {
		if issues := b.unquoted(text, src); issues != nil {
			return nil, issues, nil
		}
		a, issues := b.env.Parse(text)
		if issues.Err() != nil {
			return nil, b.older(text, src, nil, b.renamed(text, src, issues)), nil
		}
		from, src = &parsed{tree: a.NativeRep(), filled: true}, a.Source()
	}
	if b.has.NumbersOfKinds {
		if tree, ok := infer(from, b.overloads, s); ok {
			c := &checked{tree, from.places, surveyOf(tree)}
			issues, err := b.literals(c, from, src)
			if b.of.Checker.StopsAtErrors || err == nil && len(issues.Errors()) == 0 {
				return c, issues, err
			}
		}
	}
	errs, complete := s.errors(from, src)
	if complete && len(errs.GetErrors()) > 0 {
		return nil, b.older(text, src, from.tree, cel.NewIssuesWithSourceInfo(errs, from.info())), nil
	}
	tree, errs, err := s.check(from, src)
	if err != nil {
		return nil, nil, err
	}
	if len(errs.GetErrors()) > 0 {
		return nil, b.older(text, src, from.tree, cel.NewIssuesWithSourceInfo(errs, from.info())), nil
	}
	c := &checked{tree, from.places, surveyOf(tree)}
	if complete {
		c.found.aggregates = false // the old checker accepts mixed types as dyn
	}
	issues, err := b.literals(c, from, src)
	return c, issues, err
}

// literals returns the errors of validators about literals.
func (b *base) literals(c *checked, from *parsed, src common.Source) (*cel.Issues, error) {
	if !b.concerned(c.found) {
		return nil, nil
	}
	issues := cel.NewIssuesWithSourceInfo(common.NewErrors(src), from.info())
	return issues, b.validate(c.tree, c.found, issues)
}

func usesOldSelf(a *ast.AST) bool {
	for _, r := range a.ReferenceMap() {
		if r.Name == oldSelf {
			return true
		}
	}
	return false
}

// Estimate returns the estimated cost of one execution, given an estimator of sizes. The expression must have no error.
func (e *Expression) Estimate(sizes checker.CostEstimator) checker.CostEstimate {
	// cel-go makes a cel.Ast only by parsing, so that this replaces the tree of an empty one.
	a := cel.ParsedExprToAst(nil)
	*a.NativeRep() = *e.ast
	estimate, err := e.base.env.EstimateCost(a, sizes)
	if err != nil {
		panic(err) // only an option of the environment can fail, and none of ours does
	}
	return estimate
}

// AST returns the type-checked syntax tree, which must not be changed; nil if there is an error.
func (e *Expression) AST() *ast.AST { return e.ast }

// Env returns the environment in which the expression was compiled, without self.
func (e *Expression) Env() *cel.Env { return e.base.env }

// Functions returns the functions of the environment.
func (e *Expression) Functions() (interpreter.Dispatcher, error) { return e.base.functions() }

// offset returns the byte offset of the first error, or -1.
func offset(text string, issues *cel.Issues) int {
	errs := issues.Errors()
	if len(errs) == 0 || errs[0].Location.Line() < 1 {
		return -1
	}
	at := 0
	for line := errs[0].Location.Line(); line > 1; line-- {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			return len(text)
		}
		at += end + 1
	}
	for column := errs[0].Location.Column(); column > 0 && at < len(text); column-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}
