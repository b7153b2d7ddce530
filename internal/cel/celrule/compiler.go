package celrule

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Compiler compiles expressions for one version of Kubernetes. Versions of a CRD, and
// CRDs of a project, have many expressions in common: these are compiled once. It is
// safe for concurrent use.
type Compiler struct {
	*Shared
	of      kube.CEL
	servers [2]func() *server // by Environment; most compilers of a run are asked nothing
}

// Shared is what compilers for several versions have in common: most expressions mean the
// same on all of them.
type Shared struct {
	mu       sync.Mutex
	bases    map[setting]func() (*base, error)
	expected mentions // of texts to come
	compiled expressionCache
	shapes   shapes
}

// NewShared returns what has been shared by nobody yet.
func NewShared() *Shared {
	return &Shared{bases: map[setting]func() (*base, error){}, shapes: newShapes()}
}

// NewCompiler returns a compiler for the environments of a version of Kubernetes.
func NewCompiler(of kube.CEL) *Compiler { return NewShared().Compiler(of) }

// Compiler returns a compiler that shares what it has in common with others.
func (s *Shared) Compiler(of kube.CEL) *Compiler {
	c := &Compiler{Shared: s, of: of}
	for i, has := range []*kube.Environment{&c.of.New, &c.of.Stored} {
		c.servers[i] = sync.OnceValue(func() *server { return newServer(c.of, *has) })
	}
	return c
}

// Expect says that a text is going to be compiled. If all are expected before the first
// is compiled, fewer environments are made.
func (s *Shared) Expect(text string) {
	m := mentionsIn(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expected |= m &^ (sensitive | evaluated | reservedName)
}

// ExpectAll says that the rules of a schema are going to be compiled.
func (s *Shared) ExpectAll(t *schema.Tree) {
	for i := range t.Nodes {
		for j := range t.Nodes[i].XValidations() {
			r := &t.Nodes[i].XValidations()[j]
			s.Expect(r.Rule)
			s.Expect(r.MessageExpression)
		}
	}
}

// PassesOver reports whether the server skips rules for the error of Types.Self
// about their type.
func (c *Compiler) PassesOver(err error) bool {
	return errors.Is(err, ErrNoDecl) && !c.of.NoTypeRefused
}

// Evaluator says how the server evaluates expressions.
func (c *Compiler) Evaluator() kube.Evaluator { return c.of.Evaluator }

func (c *Compiler) server(e Environment) *server {
	if e == Stored {
		return c.servers[1]()
	}
	return c.servers[0]()
}

// base returns the base of a setting, or one that has more than that.
func (c *Compiler) base(on *server, of setting) (*base, error) {
	c.mu.Lock()
	if of.used&whole == 0 {
		of.used |= c.expected & on.present
	}
	made := c.bases[of]
	if made == nil {
		made = sync.OnceValues(func() (*base, error) { return on.base(of) })
		c.bases[of] = made
	}
	c.mu.Unlock()
	return made()
}

// Rule compiles a rule. With optionalOldSelf the type of oldSelf is an optional
// one.
func (c *Compiler) Rule(text string, s Self, e Environment, optionalOldSelf bool) *Expression {
	return c.compile(place{&ruleKind, s, optionalOldSelf}, text, e)
}

// Message compiles the message expression of a rule; optionalOldSelf is the
// rule's.
func (c *Compiler) Message(text string, s Self, e Environment, optionalOldSelf bool) *Expression {
	return c.compile(place{&messageKind, s, optionalOldSelf}, text, e)
}

// place is where an expression stands in a schema.
type place struct {
	kind     *kind
	self     Self
	optional bool // oldSelf is an optional
}

func (c *Compiler) compile(at place, text string, e Environment) *Expression {
	on := c.server(e)
	common, alone := on.settings(text, at.optional)
	key := expressionKey{text, at.self.shape, at.kind, common, at.optional}
	ownKey := key
	ownKey.in = alone
	if x := c.compiled.find(key, ownKey); x != nil {
		return x
	}
	text = strings.Clone(text) // the cache would hold on to the whole file
	key.text, ownKey.text = text, text
	x, err := c.inScope(at, text, on, common)
	if x == nil && err == nil {
		key = ownKey
		x, err = c.inScope(at, text, on, alone)
	}
	if err != nil {
		return &Expression{Error: &Error{Detail: at.kind.compilation + err.Error(), Offset: -1}}
	}
	c.compiled.add(key, x)
	return x
}

// inScope compiles a text in a setting. In one that is not the server's alone, the
// expression is nil unless it is plain.
func (c *Compiler) inScope(at place, text string, on *server, in setting) (*Expression, error) {
	b, err := c.base(on, in)
	if err != nil {
		return nil, err
	}
	var x *Expression
	err = b.withScope(at.self.Decl, at.optional, func(s *scope) (err error) {
		if in.used&whole == 0 {
			x = b.plain(text, at.kind, s)
			return nil
		}
		x, err = b.compile(text, at.kind, s)
		return err
	})
	return x, err
}

// Names returns the names of the functions and macros that new expressions may use,
// sorted; nil if the environment cannot be made.
func (c *Compiler) Names() []string {
	b, err := c.base(c.server(New), c.server(New).alone())
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for name := range b.overloads {
		if isLetter(name[0]) && name[0] != '_' { // operators are functions as well
			names[name] = true
		}
	}
	for _, m := range b.env.Macros() {
		names[m.Function()] = true
	}
	return slices.Sorted(maps.Keys(names))
}
