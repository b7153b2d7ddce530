package celrule

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
	apiservercel "k8s.io/apiserver/pkg/cel"
)

// Inspected is an expression with the types that the checker finds, even if it has type errors. It is for help while
// somebody types, never for the server's answer.
type Inspected struct {
	// AST has the types of all nodes. A node with an error has the type ErrorType or a dynamic type.
	AST *ast.AST
	// HasErrors reports type errors.
	HasErrors bool

	expression Expression
	provider   *provider
}

// Inspect parses a text and determines its types in the environment of stored rules, which has all functions of the
// version. It returns nil for a text that cannot be parsed.
func (c *Compiler) Inspect(text string, s Self, optionalOldSelf bool) *Inspected {
	on := c.server(Stored)
	b, err := c.base(on, on.alone())
	if err != nil {
		return nil
	}
	src := common.NewTextSource(text)
	from, ok := b.parser.parse(text, src)
	if !ok {
		a, issues := b.env.Parse(text)
		if issues.Err() != nil {
			return nil
		}
		from, src = &parsed{tree: a.NativeRep(), filled: true}, a.Source()
	}
	var found *Inspected
	err = b.withScope(s.Decl, optionalOldSelf, func(s *scope) error {
		tree, errs, err := s.check(from, src)
		if err == nil {
			found = &Inspected{AST: tree, HasErrors: len(errs.GetErrors()) > 0, provider: s.provider}
			found.expression = Expression{base: b, ast: tree, places: from.places}
		}
		return err
	})
	if err != nil {
		return nil
	}
	return found
}

// At returns the outermost node that begins at a byte of the text; nil if there is none. A selection begins at its dot, a
// call at its parenthesis or operator.
func (i *Inspected) At(text string, offset int) ast.Expr {
	characters := int32(utf8.RuneCountInString(text[:offset]))
	var found ast.Expr
	ast.PreOrderVisit(i.AST.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if at, ok := i.expression.place(e.ID()); found == nil && ok && at.Start == characters {
			found = e
		}
	}))
	return found
}

// Part returns an expression of which only the cost can be estimated: a part of a text without errors.
func (i *Inspected) Part(e ast.Expr) *Expression {
	tree := ast.NewCheckedAST(ast.NewAST(e, i.AST.SourceInfo()), i.AST.TypeMap(), i.AST.ReferenceMap())
	return &Expression{base: i.expression.base, ast: tree, places: i.expression.places}
}

// ObjectType returns the type with the fields of an object type that the text uses; nil for other types.
func (i *Inspected) ObjectType(t *types.Type) *apiservercel.DeclType {
	if t.Kind() != types.StructKind {
		return nil
	}
	return i.provider.named[t.TypeName()].decl
}

// Steps returns the way from self to an object type: escaped names of fields, "@idx" for the items of a list and
// "@elem" for the values of a map. It returns false for other types.
func Steps(t *types.Type) ([]string, bool) {
	rest, ok := strings.CutPrefix(t.TypeName(), selfTypeName)
	if !ok || t.Kind() != types.StructKind {
		return nil, false
	}
	if rest == "" {
		return nil, true
	}
	return strings.Split(rest[1:], "."), true
}

// Macro is a macro of an environment.
type Macro struct {
	Name     string
	Args     int
	Receiver bool // called on a value
}

// Declared returns the functions and the macros of an environment, in order of their names.
func (c *Compiler) Declared(e Environment) ([]*decls.FunctionDecl, []Macro) {
	on := c.server(e)
	b, err := c.base(on, on.alone())
	if err != nil {
		return nil, nil
	}
	functions := slices.Clone(b.declared)
	slices.SortFunc(functions, func(x, y *decls.FunctionDecl) int { return strings.Compare(x.Name(), y.Name()) })
	var macros []Macro
	for _, m := range b.env.Macros() {
		macros = append(macros, Macro{m.Function(), m.ArgCount(), m.IsReceiverStyle()})
	}
	slices.SortFunc(macros, func(x, y Macro) int {
		if x.Name != y.Name {
			return strings.Compare(x.Name, y.Name)
		}
		return x.Args - y.Args
	})
	return functions, macros
}
