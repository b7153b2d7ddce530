// Package celassist helps people to write CEL rules: it completes, explains and colours the text of an expression, finds
// the schema of the fields that it reads, and finds the expressions that read a field. The text may be unfinished.
//
// An unfinished text cannot be compiled as a whole. The value left of a dot is complete, however: brackets are balanced in
// it. This package cuts it out together with the macros around it, whose variables it may use, and cel-go's checker
// determines its type.
//
// Offsets are byte offsets in the text of an expression. Results hold texts of files as they are. Whoever prints them
// escapes them.
package celassist

import (
	"sync"

	"github.com/google/cel-go/common/types"
	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celsyntax"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/kube"
)

// Assistant answers questions about expressions for the servers of some versions of Kubernetes. It is safe for
// concurrent use. Its first answer makes CEL environments, which takes some milliseconds.
type Assistant struct {
	oldest   kube.Version
	newest   kube.Version
	checker  *celcost.Checker
	compiler *celrule.Compiler // of the newest version
	all      *celrule.Compiler // of the newest version that exists, for texts with functions that come later
	library  func() *library
	// keywordFields reports that self.namespace is accepted for self.__namespace__.
	keywordFields bool
}

// New returns an assistant for some versions of Kubernetes, at least one. It offers only what new rules may use on all
// of them. Costs are those of the newest.
func New(versions []kube.Version) *Assistant {
	a := &Assistant{oldest: versions[0], newest: versions[0]}
	for _, v := range versions {
		a.oldest.Minor, a.newest.Minor = min(a.oldest.Minor, v.Minor), max(a.newest.Minor, v.Minor)
	}
	a.checker = celcost.NewChecker(behaviour.Of(a.newest))
	a.compiler = a.checker.Compiler()
	a.all = celrule.NewCompiler(behaviour.Of(kube.Latest).CEL)
	a.keywordFields = behaviour.Of(a.oldest).CEL.New.KeywordFields
	a.library = sync.OnceValue(newLibrary)
	return a
}

// Place is the place of an expression in a schema.
type Place struct {
	// Node is the node whose rule it is.
	Node int32
	// IsMessage reports that it is a messageExpression.
	IsMessage bool
	// Message is the message of the rule, if it has one: the fields that it names are likely.
	Message string
	// OptionalOldSelf reports that oldSelf has an optional type.
	OptionalOldSelf bool
}

// Schema holds what the expressions of one schema have in common. It is not safe for concurrent use.
type Schema struct {
	assistant *Assistant
	tree      *schematree.Tree
	types     *celrule.Types
}

// Schema returns the schema of a tree.
func (a *Assistant) Schema(t *schematree.Tree) *Schema {
	return &Schema{assistant: a, tree: t, types: a.compiler.Types(t)}
}

// Expression is the text of an expression at its place, which may be unfinished.
type Expression struct {
	assistant *Assistant
	tree      *schematree.Tree
	place     Place
	self      celrule.Self
	text      string
	code      *code
	whole     func() *typed // of the whole text, on the newest version; nil if it cannot be parsed
}

// Expression returns an expression of the schema. Where the server has no type for self, self has a dynamic type.
func (s *Schema) Expression(text string, p Place) *Expression {
	self, err := s.types.Self(p.Node)
	if err != nil {
		self = s.assistant.compiler.SelfOf(apiservercel.DynType)
	}
	x := &Expression{assistant: s.assistant, tree: s.tree, place: p, self: self, text: text, code: newCode(text)}
	x.whole = sync.OnceValue(func() *typed { return x.inspect(text, s.assistant.compiler) })
	return x
}

// Span is a part of a text: the bytes from Start up to End.
type Span = celsyntax.Span

// valueType returns the type without the optional around it.
func valueType(t *types.Type) *types.Type {
	if isOptional(t) && len(t.Parameters()) == 1 {
		return t.Parameters()[0]
	}
	return t
}

func isOptional(t *types.Type) bool {
	return t.Kind() == types.OpaqueKind && t.TypeName() == types.OptionalType.TypeName()
}
