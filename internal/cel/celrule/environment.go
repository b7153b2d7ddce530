// Package celrule compiles the rules of x-kubernetes-validations and their message expressions as kube-apiserver does
// when a CustomResourceDefinition is created or updated: in the environment of a compatibility version, with self and
// oldSelf of the type of the rule's schema.
//
// It mirrors pkg/apiserver/schema/cel of k8s.io/apiextensions-apiserver and gives the same errors, word for word. Both
// use cel-go, and the libraries and types of k8s.io/apiserver/pkg/cel. For speed, this package parses rules itself, and
// initializes only those parts of cel-go that the checker needs.
package celrule

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/interpreter"
	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celolder"
)

// The names of the variables in rules.
const (
	self    = "self"
	oldSelf = "oldSelf"
	// ruleName was an undocumented second name of self, without a value.
	ruleName = "rule"
)

// Environment selects the functions that expressions may use: those for new rules, or all that ever existed, for stored
// rules.
type Environment bool

// The environments of a compatibility version.
const (
	New    Environment = false
	Stored Environment = true
)

// base is an environment without self, with values derived from it.
type base struct {
	env        *cel.Env
	of         behaviour.CEL
	has        behaviour.Environment
	parser     *parser
	declared   []*decls.FunctionDecl
	overloads  map[string][]*decls.OverloadDecl
	known      map[string][]*decls.OverloadDecl // overloads that calls can resolve to
	variables  map[string]*types.Type
	validators []cel.ASTValidator
	validation validatorConfig
	functions  func() (interpreter.Dispatcher, error)
	checker    func() (*checker.Env, error)
	planner    func() (interpreter.Interpreter, error)
	planned    atomic.Int32 // number of cached programs

	// last is the scope that was used last: rules of one node share it.
	last   *scope
	lastMu sync.Mutex
}

// NewEnv returns a CEL environment without variables, like MustBaseEnvSet of k8s.io/apiserver/pkg/cel/environment. An
// error is a bug.
func NewEnv(e behaviour.Environment, c behaviour.Checker) (*cel.Env, error) {
	// cel.NewEnv would check and then copy the declarations of the standard library.
	return newEnv(libraries{e, c, present(e)})
}

func newEnv(l libraries) (*cel.Env, error) {
	return cel.NewCustomEnv(cel.StdLib(), cel.Lib(l))
}

func newBase(of behaviour.CEL, has behaviour.Environment, used mentions) (*base, error) {
	env, err := newEnv(libraries{has, of.Checker, used})
	if err != nil {
		return nil, err
	}
	b := &base{env: env, of: of, has: has, parser: newParser(env), overloads: map[string][]*decls.OverloadDecl{}}
	for _, f := range env.Functions() {
		if !f.IsDeclarationDisabled() {
			if !of.Checker.StopsAtErrors {
				if f, err = celolder.Ordered(f); err != nil {
					return nil, err
				}
			}
			b.declared = append(b.declared, f)
			b.overloads[f.Name()] = f.OverloadDecls()
		}
	}
	b.known = b.overloads
	if !has.NumbersOfKinds || !of.Checker.GlobalMatches {
		b.known = b.callable()
	}
	b.variables = map[string]*types.Type{}
	variables := slices.DeleteFunc(slices.Clone(env.Variables()), func(v *decls.VariableDecl) bool {
		return v.Name() == types.OptionalType.TypeName() && !of.Checker.OptionalType
	})
	for _, v := range variables {
		b.variables[v.Name()] = v.Type()
	}
	if b.validators, b.validation, err = validators(env, of.Checker); err != nil {
		return nil, err
	}
	b.functions = sync.OnceValues(b.newFunctions)
	b.checker = sync.OnceValues(b.newChecker)
	b.planner = sync.OnceValues(b.newPlanner)
	return b, nil
}

// callable returns the overloads that are neither disabled nor unknown.
func (b *base) callable() map[string][]*decls.OverloadDecl {
	known := make(map[string][]*decls.OverloadDecl, len(b.overloads))
	for name, all := range b.overloads {
		known[name] = slices.DeleteFunc(slices.Clone(all), func(o *decls.OverloadDecl) bool { return b.disabled(o) || b.unknown(o) })
	}
	return known
}

// disabled reports whether an overload compares numbers of two types and the server has no such comparisons.
func (b *base) disabled(o *decls.OverloadDecl) bool {
	if b.has.NumbersOfKinds {
		return false
	}
	switch args := o.ArgTypes(); o.ID()[:min(len(o.ID()), 4)] {
	case "less", "grea":
		return len(args) == 2 && args[0].Kind() != args[1].Kind()
	}
	return false
}

// unknown reports whether an older cel-go did not have an overload.
func (b *base) unknown(o *decls.OverloadDecl) bool {
	return o.ID() == overloads.Matches && !b.of.Checker.GlobalMatches
}

// scope is an environment with self and oldSelf. It is not safe for concurrent use.
type scope struct {
	base      *base
	decl      *apiservercel.DeclType
	optional  bool
	provider  *provider
	self, old *types.Type
	checker   *checker.Env // nil until its first use
}

// withScope calls f with the scope for a type of self.
func (b *base) withScope(decl *apiservercel.DeclType, optional bool, f func(*scope) error) error {
	b.lastMu.Lock()
	s := b.last
	b.last = nil
	b.lastMu.Unlock()
	if s == nil || s.decl != decl || s.optional != optional {
		var err error
		if s, err = b.scope(decl, optional); err != nil {
			return err
		}
	}
	defer func() {
		b.lastMu.Lock()
		b.last = s
		b.lastMu.Unlock()
	}()
	return f(s)
}

// scope returns a new scope for a type of self. With optional, oldSelf has an optional type.
func (b *base) scope(decl *apiservercel.DeclType, optional bool) (*scope, error) {
	p, err := newProvider(b.env.CELTypeProvider(), b.has.KeywordFields, b.of.Checker)
	if err != nil {
		return nil, err
	}
	t := p.setSelf(decl)
	s := &scope{base: b, decl: decl, optional: optional, provider: p, self: t, old: t}
	if optional {
		s.old = types.NewOptionalType(t)
	}
	return s, nil
}

// errors returns an older server's errors about an expression. The second result is false if the current checker must
// check it instead.
func (s *scope) errors(from *parsed, src common.Source) (*common.Errors, bool) {
	if s.base.of.Checker.StopsAtErrors {
		return nil, false
	}
	from.info() // errors have positions of it
	return celolder.Check(from.tree, from.nodes(), src, celolder.Declarations{
		Provider: s.provider, Functions: s.base.overloads, Variables: s.variable, Disabled: s.base.disabled, Unknown: s.base.unknown,
		ArgumentsAsFound: !s.base.of.Checker.FindsArguments,
	})
}

// variable returns the type of a variable, or of the name of a type.
func (s *scope) variable(name string) *types.Type {
	switch name {
	case self:
		return s.self
	case oldSelf:
		return s.old
	case ruleName:
		if !s.base.of.NoRuleVariable {
			return s.self
		}
	}
	return s.base.variables[name]
}

// check returns the tree of cel-go's checker, which has the types of all nodes and the declared names.
func (s *scope) check(from *parsed, src common.Source) (*ast.AST, *common.Errors, error) {
	if s.checker == nil {
		env, err := s.newChecker()
		if err != nil {
			return nil, nil, err
		}
		s.checker = env
	}
	from.info() // errors have positions of it
	tree, errs := checker.Check(from.tree, src, s.checker)
	return tree, errs, nil
}

func (s *scope) newChecker() (*checker.Env, error) {
	b := s.base
	declared, err := b.checker()
	if err != nil {
		return nil, err
	}
	env, err := checker.NewEnv(b.env.Container, s.provider, checker.ValidatedDeclarations(declared),
		checker.CrossTypeNumericComparisons(b.has.NumbersOfKinds || !b.of.Checker.StopsAtErrors))
	if err != nil {
		return nil, err
	}
	variables := []*decls.VariableDecl{decls.NewVariable(self, s.self), decls.NewVariable(oldSelf, s.old)}
	if !b.of.NoRuleVariable {
		variables = append(variables, decls.NewVariable(ruleName, s.self))
	}
	return env, env.AddIdents(variables...)
}

// newChecker returns a checker with the declarations that all scopes share.
func (b *base) newChecker() (*checker.Env, error) {
	env, err := checker.NewEnv(b.env.Container, b.env.CELTypeProvider())
	if err != nil {
		return nil, err
	}
	if err := env.AddFunctions(b.declared...); err != nil {
		return nil, err
	}
	for name, of := range b.variables {
		if err := env.AddIdents(decls.NewVariable(name, of)); err != nil {
			return nil, err
		}
	}
	return env, nil
}
