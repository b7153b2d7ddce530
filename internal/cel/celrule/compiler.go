package celrule

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// Compiler compiles expressions for one version of Kubernetes. It compiles equal expressions once, as versions of a CRD
// and CRDs of a project have many in common. It is safe for concurrent use.
type Compiler struct {
	*Shared
	of      behaviour.CEL
	servers [2]func() *server // by Environment; made at first use
}

// Shared holds the parts that compilers for several versions share: most expressions mean the same in all versions.
type Shared struct {
	mu       sync.Mutex
	bases    map[setting]func() (*base, error)
	expected mentions // of expected texts
	compiled expressionCache
	shapes   shapes
}

// NewShared returns an empty Shared.
func NewShared() *Shared {
	return &Shared{bases: map[setting]func() (*base, error){}, shapes: newShapes()}
}

// NewCompiler returns a compiler for the environments of a version of Kubernetes.
func NewCompiler(of behaviour.CEL) *Compiler { return NewShared().Compiler(of) }

// Compiler returns a compiler that uses the shared parts.
func (s *Shared) Compiler(of behaviour.CEL) *Compiler {
	c := &Compiler{Shared: s, of: of}
	for i, has := range []*behaviour.Environment{&c.of.New, &c.of.Stored} {
		c.servers[i] = sync.OnceValue(func() *server { return newServer(c.of, *has) })
	}
	return c
}

// Expect announces a text that will be compiled. If all texts are announced before the first is compiled, fewer
// environments are made.
func (s *Shared) Expect(text string) {
	m := mentionsIn(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expected |= m &^ (sensitive | evaluated | reservedName)
}

// ExpectAll announces the rules of a schema.
func (s *Shared) ExpectAll(t *schematree.Tree) {
	for i := range t.Nodes {
		for j := range t.Nodes[i].XValidations() {
			r := &t.Nodes[i].XValidations()[j]
			s.Expect(r.Rule)
			s.Expect(r.MessageExpression)
		}
	}
}

// PassesOver reports whether the server skips rules whose type has the error err, which Types.Self returns.
func (c *Compiler) PassesOver(err error) bool {
	return errors.Is(err, ErrNoDecl) && !c.of.NoTypeRefused
}

// Evaluator returns the server's behaviour in evaluation.
func (c *Compiler) Evaluator() behaviour.Evaluator { return c.of.Evaluator }

func (c *Compiler) server(e Environment) *server {
	if e == Stored {
		return c.servers[1]()
	}
	return c.servers[0]()
}

// base returns the base of a setting, or one that includes it.
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

// Rule compiles a rule. With optionalOldSelf, oldSelf has an optional type.
func (c *Compiler) Rule(text string, s Self, e Environment, optionalOldSelf bool) *Expression {
	return c.compile(place{&ruleKind, s, optionalOldSelf}, text, e)
}

// Message compiles the message expression of a rule, whose optionalOldSelf is given.
func (c *Compiler) Message(text string, s Self, e Environment, optionalOldSelf bool) *Expression {
	return c.compile(place{&messageKind, s, optionalOldSelf}, text, e)
}

// place is the place of an expression in a schema.
type place struct {
	kind     *kind
	self     Self
	optional bool // oldSelf is optional
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
	text = strings.Clone(text) // the cache must not retain the whole file
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

// inScope compiles a text in a setting. If the setting is shared by several servers, the expression is nil unless it is
// plain.
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

// Names returns the sorted names of the functions and macros that new expressions may use; nil if the environment
// cannot be made.
func (c *Compiler) Names() []string {
	b, err := c.base(c.server(New), c.server(New).alone())
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for name := range b.overloads {
		if isLetter(name[0]) && name[0] != '_' { // operators are functions, too
			names[name] = true
		}
	}
	for _, m := range b.env.Macros() {
		names[m.Function()] = true
	}
	return slices.Sorted(maps.Keys(names))
}
