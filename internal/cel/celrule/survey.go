package celrule

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
)

// survey lists the parts of a checked tree that later steps of compilation may refuse. Most rules have none, and each
// of these steps would walk the whole tree.
type survey struct {
	// aggregates reports a list or a map.
	aggregates bool
	// validated are the called functions whose literals are validated.
	validated map[string]bool
	// formats reports a call of format on an expression other than a literal.
	formats bool
	// simple reports that planning the tree cannot fail.
	simple bool
	traits Traits
}

// Traits are properties of an expression that do not depend on its schema.
type Traits struct {
	// Reads reports that a field or an item is read and not only tested, Compares that values are compared for equality
	// or that a list is searched for one.
	Reads, Compares bool
	// Parts is the number of nodes of the syntax tree.
	Parts int
}

// The names of cel-go's validators.
const (
	validatesAggregates = "cel.validator.homogeneous_literals"
	validatesCalls      = "cel.validator."
	validatesFormats    = "cel.validator.string_format"
)

// simpleCalls are functions whose calls can be planned with any arguments. Conversions and regular expressions may fail
// for a literal, and other functions were not examined.
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
			// A type or a constant. cel-go's planner does not know some types.
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
		// Not every literal is a valid index, and no list or map is.
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

// concerns reports whether a validator may find an issue in the tree.
func (s *survey) concerns(v cel.ASTValidator) bool {
	switch name := v.Name(); name {
	case validatesAggregates:
		return s.aggregates
	case validatesCalls + overloads.TypeConvertDuration, validatesCalls + overloads.TypeConvertTimestamp, validatesCalls + overloads.Matches:
		return s.validated[name[len(validatesCalls):]]
	}
	return true
}
