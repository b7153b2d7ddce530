package celrule

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/crdtool/crdtool/kube"
)

// Compiler compiles expressions for one compatibility version. It compiles an
// expression once for each type that it meets, so that what several versions of
// a CRD, or several CRDs, have in common costs nothing more; it is meant to
// serve one run of the program. It is safe for concurrent use.
type Compiler struct {
	of    kube.CEL
	bases [2]func() (*base, error)
	// onlyStored are the names that mean something else in stored expressions;
	// alike says that these are all there is between the two environments.
	onlyStored []string
	alike      bool

	mu       sync.Mutex
	compiled map[cacheKey]*Expression
	size     int // of the texts in compiled
	shapes   shapes
}

type cacheKey struct {
	text     string
	shape    shape
	kind     *kind
	env      Environment
	optional bool
}

// NewCompiler returns a compiler for the environments of a version of Kubernetes.
func NewCompiler(of kube.CEL) *Compiler {
	c := &Compiler{of: of, compiled: map[cacheKey]*Expression{}, shapes: newShapes()}
	for i, e := range [...]kube.Environment{of.New, of.Stored} {
		c.bases[i] = sync.OnceValues(func() (*base, error) { return newBase(of, e) })
	}
	c.onlyStored, c.alike = libraries{of.New, of.Checker}.differences(libraries{of.Stored, of.Checker})
	return c
}

// enough returns the environment in which a text is compiled: that of new
// expressions also for a stored one, if it is the same in both. A CRD with
// defaults needs both, since rules of stored CRDs apply to defaults.
func (c *Compiler) enough(text string, e Environment) Environment {
	if e == New || !c.alike {
		return e
	}
	for _, name := range c.onlyStored {
		if strings.Contains(text, name) {
			return Stored
		}
	}
	return New
}

func (c *Compiler) base(e Environment) (*base, error) {
	if e == Stored {
		return c.bases[1]()
	}
	return c.bases[0]()
}

// Rule compiles a rule. With optionalOldSelf the type of oldSelf is an optional
// one.
func (c *Compiler) Rule(text string, s Self, e Environment, optionalOldSelf bool) *Expression {
	return c.compile(text, &ruleKind, s, e, optionalOldSelf)
}

// Message compiles the message expression of a rule; optionalOldSelf is the
// rule's.
func (c *Compiler) Message(text string, s Self, e Environment, optionalOldSelf bool) *Expression {
	return c.compile(text, &messageKind, s, e, optionalOldSelf)
}

func (c *Compiler) compile(text string, k *kind, s Self, e Environment, optional bool) *Expression {
	e = c.enough(text, e)
	key := cacheKey{text, s.shape, k, e, optional}
	c.mu.Lock()
	x := c.compiled[key]
	c.mu.Unlock()
	if x != nil {
		return x
	}
	text = strings.Clone(text) // it is kept, and would hold on to its file
	key.text = text
	x, err := c.inScope(text, k, s, e, optional)
	if err != nil {
		return &Expression{Error: &Error{Detail: k.compilation + err.Error(), Offset: -1}}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.compiled) < mostCompiled && c.size < mostCompiledText {
		c.compiled[key] = x
		c.size += len(text)
	}
	return x
}

func (c *Compiler) inScope(text string, k *kind, s Self, e Environment, optional bool) (*Expression, error) {
	b, err := c.base(e)
	if err != nil {
		return nil, err
	}
	var x *Expression
	err = b.withScope(s.Decl, optional, func(s *scope) (err error) {
		x, err = b.compile(text, k, s)
		return err
	})
	return x, err
}

// These bound what a run over very many CRDs keeps, and one over a CRD with more rules
// than anybody wrote.
const (
	mostCompiled     = 1 << 14
	mostCompiledText = 1 << 20
)

// Names returns the names of the functions and macros that new expressions may use,
// sorted; nil if the environment can't be made.
func (c *Compiler) Names() []string {
	b, err := c.base(New)
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
