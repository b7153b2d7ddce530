package celrule

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
)

// survey is what a walk over a checked tree shows about the steps of compiling that come
// after the check of types. Most rules have nothing that those could refuse, and each of
// them would make objects of all of the tree.
type survey struct {
	// aggregates says that there is a list or a map.
	aggregates bool
	// validated are the functions whose literals are validated.
	validated map[string]bool
	// formats says that format is called on what is no literal.
	formats bool
	// simple says that there is nothing but what can be planned without an error.
	simple bool
	traits Traits
}

// Traits are what is seen of an expression without its schema.
type Traits struct {
	// Reads says that a field or an item is read, not only asked for, and Compares that two
	// values are compared for equality, or that one is looked for in a list.
	Reads, Compares bool
	// Parts is the number of parts of the syntax tree.
	Parts int
}

// Names of cel-go's validators.
const (
	validatesAggregates = "cel.validator.homogeneous_literals"
	validatesCalls      = "cel.validator."
	validatesFormats    = "cel.validator.string_format"
)

// simpleCalls are functions of which a call can be planned, whatever is in it. Conversions
// and regular expressions may fail if their argument is a literal, and of others nobody
// has looked.
var simpleCalls = map[string]bool{
	operators.LogicalAnd: true, operators.LogicalOr: true, operators.LogicalNot: true, operators.Conditional: true,
	operators.Equals: true, operators.NotEquals: true, operators.In: true, operators.NotStrictlyFalse: true,
	operators.Less: true, operators.LessEquals: true, operators.Greater: true, operators.GreaterEquals: true,
	operators.Add: true, operators.Subtract: true, overloads.Size: true,
	overloads.StartsWith: true, overloads.EndsWith: true, overloads.Contains: true,
}

func surveyOf(checked *ast.AST) *survey {
	s := &survey{simple: true}
	references := checked.ReferenceMap()
	ast.PreOrderVisit(checked.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		s.traits.Parts++
		switch e.Kind() {
		case ast.ListKind, ast.MapKind:
			s.aggregates = true
		case ast.StructKind, ast.UnspecifiedExprKind:
			s.simple = false
		case ast.IdentKind, ast.SelectKind:
			s.traits.Reads = s.traits.Reads || e.Kind() == ast.SelectKind && !e.AsSelect().IsTestOnly()
			// A type, or a constant. Of some types cel-go's planner does not know.
			if ref, ok := references[e.ID()]; ok && (e.Kind() == ast.SelectKind || ref.Value != nil || checked.GetType(e.ID()).Kind() == types.TypeKind) {
				s.simple = false
			}
		case ast.CallKind:
			s.call(e.AsCall())
			if c := e.AsCall(); c.FunctionName() == "format" && c.IsMemberFunction() && c.Target().Kind() != ast.LiteralKind {
				s.formats = true
			}
		}
	}))
	return s
}

func (s *survey) call(c ast.CallExpr) {
	name := c.FunctionName()
	switch name {
	case overloads.TypeConvertDuration, overloads.TypeConvertTimestamp, overloads.Matches:
		if s.validated == nil {
			s.validated = map[string]bool{}
		}
		s.validated[name] = true
	case operators.Equals, operators.NotEquals, operators.In, operators.OldIn:
		s.traits.Compares = true
	case operators.Index:
		s.traits.Reads = true
		// Not every literal is an index, and no list or map of literals is.
		switch at := c.Args()[1]; at.Kind() {
		case ast.LiteralKind:
			switch at.AsLiteral().(type) {
			case types.String, types.Int:
			default:
				s.simple = false
			}
		case ast.ListKind, ast.MapKind:
			s.simple = false
		}
		return
	}
	s.simple = s.simple && simpleCalls[name]
}

// concerns reports whether a validator may have an issue with the tree.
func (s *survey) concerns(v cel.ASTValidator) bool {
	switch name := v.Name(); name {
	case validatesAggregates:
		return s.aggregates
	case validatesCalls + overloads.TypeConvertDuration, validatesCalls + overloads.TypeConvertTimestamp, validatesCalls + overloads.Matches:
		return s.validated[name[len(validatesCalls):]]
	}
	return true
}
