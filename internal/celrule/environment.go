// Package celrule compiles the rules of x-kubernetes-validations, and their
// message expressions, as kube-apiserver does when a CustomResourceDefinition
// is created or updated: in the environment of a compatibility version, with
// self and oldSelf of the type of the schema that the rule stands at.
//
// It mirrors pkg/apiserver/schema/cel of k8s.io/apiextensions-apiserver, whose
// answers it gives word by word, with the parts that both are built on:
// cel-go, and the libraries and types of k8s.io/apiserver/pkg/cel. What it does
// otherwise, it does to be quick: it parses rules itself, and puts only those
// parts of cel-go together that checking takes.
package celrule

import (
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/interpreter"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/library"
)

// Names of the variables in rules.
const (
	self    = "self"
	oldSelf = "oldSelf"
)

// Environment says which expressions are known: those that may be used in new
// rules, or, for rules that were stored before, all there ever were.
type Environment bool

// The environments of a compatibility version.
const (
	New    Environment = false
	Stored Environment = true
)

// base is an environment without self, with what is derived from it.
type base struct {
	env    *cel.Env
	compat int
	parser *parser
	// declarations has the functions of the environment.
	declarations *checker.Env
	overloads    map[string][]*decls.OverloadDecl
	validators   []validator
	validation   validatorConfig
	planner      func() (interpreter.Interpreter, error)

	mu   sync.Mutex
	idle map[scopeKey][]*scope
}

// NewEnv returns the CEL environment of Kubernetes 1.compat without any
// variables: what MustBaseEnvSet of k8s.io/apiserver/pkg/cel/environment holds
// for it. The error is one of the program.
func NewEnv(compat int, e Environment) (*cel.Env, error) {
	return cel.NewEnv(cel.Lib(libraries{version(compat, e)}))
}

func version(compat int, e Environment) int {
	if e == Stored {
		return forStored
	}
	return compat
}

func newBase(compat int, e Environment) (*base, error) {
	env, err := NewEnv(compat, e)
	if err != nil {
		return nil, err
	}
	compat = version(compat, e)
	b := &base{env: env, compat: compat, parser: newParser(env), overloads: map[string][]*decls.OverloadDecl{}, idle: map[scopeKey][]*scope{}}
	if b.declarations, err = b.checker(env.CELTypeProvider()); err != nil {
		return nil, err
	}
	for _, f := range env.Functions() {
		if !f.IsDeclarationDisabled() {
			if err := b.declarations.AddFunctions(f); err != nil {
				return nil, err
			}
			b.overloads[f.Name()] = f.OverloadDecls()
		}
	}
	if err := b.declarations.AddIdents(env.Variables()...); err != nil {
		return nil, err
	}
	if b.validators, b.validation, err = validators(env); err != nil {
		return nil, err
	}
	b.planner = sync.OnceValues(b.newPlanner)
	return b, nil
}

func (b *base) checker(p types.Provider, options ...checker.Option) (*checker.Env, error) {
	options = append(options, checker.CrossTypeNumericComparisons(b.compat >= crossTypeComparisonsFrom))
	return checker.NewEnv(b.env.Container, p, options...)
}

// newPlanner returns what makes programs of expressions. Unlike Env.Program it
// looks up the functions of the environment once and not for each program.
func (b *base) newPlanner() (interpreter.Interpreter, error) {
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
	provider, adapter := b.env.CELTypeProvider(), b.env.CELTypeAdapter()
	attributes := interpreter.NewAttributeFactory(b.env.Container, adapter, provider)
	return interpreter.NewInterpreter(functions, b.env.Container, provider, adapter, attributes), nil
}

// plannerOptions are those with which planning can fail, in the order of
// cel-go's newProgram: constants are folded, and constant regular expressions
// compiled.
func plannerOptions() []interpreter.PlannerOption {
	return []interpreter.PlannerOption{
		interpreter.Optimize(),
		interpreter.CompileRegexConstants(
			library.FindRegexOptimization, library.FindAllRegexOptimization, interpreter.MatchesRegexOptimization),
	}
}

// scope is an environment with self and oldSelf. All types whose names are the
// same can use it, one after the other.
type scope struct {
	declarations *checker.Env
	provider     *provider
	self, old    *types.Type
}

type scopeKey struct {
	selfType string
	optional bool // oldSelf is optional
}

// idleScopes bounds how many scopes are kept, since schemas of lists of lists
// of lists could ask for any number.
const idleScopes = 64

// take returns a scope in which self is of a type. It must be given back.
func (b *base) take(decl *apiservercel.DeclType, optional bool) (*scope, scopeKey, error) {
	p, err := newProvider(b.env.CELTypeProvider(), b.compat >= keywordFieldsFrom)
	if err != nil {
		return nil, scopeKey{}, err
	}
	t := p.setSelf(decl)
	key := scopeKey{t.String(), optional}

	b.mu.Lock()
	if idle := b.idle[key]; len(idle) > 0 {
		s := idle[len(idle)-1]
		b.idle[key] = idle[:len(idle)-1]
		b.mu.Unlock()
		s.provider.setSelf(decl)
		return s, key, nil
	}
	b.mu.Unlock()

	old := t
	if optional {
		old = types.NewOptionalType(t)
	}
	d, err := b.checker(p, checker.ValidatedDeclarations(b.declarations))
	if err != nil {
		return nil, key, err
	}
	err = d.AddIdents(decls.NewVariable(self, t), decls.NewVariable(oldSelf, old))
	return &scope{d, p, t, old}, key, err
}

func (b *base) give(key scopeKey, s *scope) {
	clear(s.provider.named) // a schema may be large
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.idle) < idleScopes || len(b.idle[key]) > 0 {
		b.idle[key] = append(b.idle[key], s)
	}
}
