package celrule

import (
	"slices"
	"strconv"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// like is what became of a text in a scope, for texts that are the same but for their
// numbers and strings. Generated rules differ in little else. Types do not depend on the
// values of literals, so that trees of such texts share all that holds no literal, and the
// tables of types and functions; what validates literals, or compiles them, does so again.
type like struct {
	first *Expression // nil if infer gives the text up, or its literals are wrong
	found *survey
	// literals has for the node of a literal its token, by its index in those of the text.
	literals map[int64]int
	// errs are those of the text, if it has some, and first is nil. Those that are about a field
	// that self does not have are in undeclared, with its token by its index in those of the text.
	errs       []*common.Error
	undeclared map[*common.Error]int
}

type likeKey struct {
	text string
	kind *kind
}

const (
	// Fewer rules stand at a node of a CRD that people wrote.
	fewAsked  = 24
	mostLikes = 256
)

// reading is a text that is compiled in a scope.
type reading struct {
	scope    *scope
	text     string
	key      likeKey
	literals []token
	// undeclared are the fields of self that are read and are not there.
	undeclared []token
	known      *like
}

// read looks for what is known of a text like another.
func (s *scope) read(text string, k *kind) *reading {
	r := &reading{scope: s, text: text}
	if s.asked++; s.asked <= fewAsked {
		return r
	}
	key, tokens, literals := blank(text)
	if key == nil {
		return r
	}
	r.literals, r.undeclared = literals, s.undeclared(text, tokens)
	for _, t := range r.undeclared {
		for i := t.start; i < t.end; i++ {
			key[i] = undeclaredField
		}
	}
	r.key = likeKey{string(key), k}
	r.known = s.likes[r.key]
	return r
}

// undeclaredField stands in keys for the characters of a field that self does not have.
const undeclaredField = 1

// undeclared returns the fields that a text reads from self and that its type does not have.
// Each is an error, the same for all names: where self may be a variable of a macro, which has
// fields of its own, none is returned.
func (s *scope) undeclared(text string, tokens []token) (fields []token) {
	if s.decl == nil || !s.decl.IsObject() {
		return nil
	}
	for i, t := range tokens[:max(len(tokens)-3, 0)] {
		if t.kind != tokenIdent || text[t.start:t.end] != "self" || i > 0 && tokens[i-1].kind == '.' {
			continue
		}
		if tokens[i+1].kind == ',' {
			return nil
		}
		field, next := tokens[i+2], tokens[i+3].kind
		if tokens[i+1].kind != '.' || field.kind != tokenIdent || next == '(' || next == '{' {
			continue
		}
		name := text[field.start:field.end]
		if s.decl.Fields[name] != nil {
			continue
		}
		if _, found := s.provider.FindStructFieldType(s.self.TypeName(), name); !found {
			fields = append(fields, field)
		}
	}
	return fields
}

// mayNote reports whether it is kept what became of the text.
func (r *reading) mayNote() bool { return r.key.text != "" && len(r.scope.likes) < mostLikes }

// note keeps what became of the text.
func (r *reading) note(l *like) {
	s := r.scope
	if !r.mayNote() {
		return
	}
	if s.likes == nil {
		s.likes = map[likeKey]*like{}
	}
	s.likes[r.key] = l
}

// noteExpression keeps an expression, if each of its literals is found in the text.
func (r *reading) noteExpression(x *Expression, found *survey) {
	if !r.mayNote() || r.known != nil || len(r.undeclared) > 0 {
		return
	}
	l := &like{first: x, found: found, literals: map[int64]int{}}
	at := map[int32]int{} // where a literal, or its sign, begins
	for i, t := range r.literals {
		at[t.start] = i
	}
	if b := x.base; b.concerned(found) {
		(&parsed{tree: x.ast, places: x.places}).info() // for the errors of others
	}
	placed := make([]bool, len(r.literals))
	ast.PreOrderVisit(x.ast.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() != ast.LiteralKind {
			return
		}
		place, _ := x.places.of(e.ID())
		i, ok := at[place.Start]
		if ok && place.Stop > place.Start && literal(r.text, r.literals[i]).Equal(e.AsLiteral()) == types.True {
			l.literals[e.ID()], placed[i] = i, true
		}
	}))
	for _, ok := range placed {
		if !ok {
			return
		}
	}
	r.note(l)
}

// literal returns the value of a number, with its sign, or of a string.
func literal(text string, t token) ref.Val {
	if t.kind == tokenString {
		return types.String(text[t.start+1 : t.end-1])
	}
	i, err := strconv.ParseInt(text[t.start:t.end], 10, 64)
	if err != nil {
		return types.WrapErr(err) // of a sign that is apart from its number
	}
	return types.Int(i)
}

// expression returns that of the text by what is known; nil if it has to be compiled.
func (r *reading) expression(b *base) *Expression {
	l := r.known
	if l == nil || l.first == nil {
		return nil
	}
	old := l.first.ast
	a := ast.NewCheckedAST(ast.NewAST(r.with(old.Expr()), old.SourceInfo()), old.TypeMap(), old.ReferenceMap())
	if b.concerned(l.found) {
		issues := cel.NewIssuesWithSourceInfo(common.NewErrors(common.NewTextSource(r.text)), old.SourceInfo())
		if err := b.validate(a, l.found, issues); err != nil || len(issues.Errors()) > 0 {
			return nil
		}
	}
	if !l.found.simple && b.plan(a) != nil {
		return nil
	}
	x := &Expression{base: b, UsesOldSelf: l.first.UsesOldSelf, Traits: l.first.Traits, ast: a, places: l.first.places}
	if standard(a) {
		x.like = l.first
	}
	return x
}

// errors returns the errors of the text by what is known, if it has some.
func (r *reading) errors() *cel.Issues {
	if r.known == nil || len(r.known.errs) == 0 {
		return nil
	}
	errs := common.NewErrors(common.NewTextSource(r.text))
	for _, e := range r.known.errs {
		message := e.Message
		if i, ok := r.known.undeclared[e]; ok {
			message = undefined(r.text, r.undeclared[i])
		}
		errs.ReportErrorAtID(e.ExprID, e.Location, "%s", message)
	}
	return cel.NewIssues(errs)
}

// undefined is what the checker says of a field that self does not have.
func undefined(text string, field token) string {
	return "undefined field '" + text[field.start:field.end] + "'"
}

// noteErrors keeps errors that the parser or the checker has of the text. Those that are
// put into the words of older servers may print what they are about.
func (r *reading) noteErrors(b *base, errs []*common.Error) {
	if !r.mayNote() || !b.of.Checker.LineStarts || len(errs) >= mostErrors {
		return
	}
	l := &like{errs: errs, undeclared: map[*common.Error]int{}}
	others := make([]*common.Error, 0, len(errs))
	for _, e := range errs {
		if i := r.undeclaredAt(e); i >= 0 {
			l.undeclared[e] = i
		} else {
			others = append(others, e)
		}
	}
	// A field of which nothing is said is one where something else is wrong.
	if len(l.undeclared) == len(r.undeclared) && speakNotOf(others, r.text, slices.Concat(r.literals, r.undeclared)) {
		r.note(l)
	}
}

// undeclaredAt returns the index of the field that self does not have and that an error is
// about; -1 for any other error.
func (r *reading) undeclaredAt(e *common.Error) int {
	return slices.IndexFunc(r.undeclared, func(field token) bool {
		before := r.text[:field.start]
		dot := strings.LastIndexByte(before, '.')
		line := strings.Count(before[:dot], "\n")
		return e.Message == undefined(r.text, field) && e.Location.Line() == line+1 && e.Location.Column() == dot-strings.LastIndexByte(before[:dot], '\n')-1
	})
}

// with returns an expression with the literals of the text. What has none stays the same.
func (r *reading) with(e ast.Expr) ast.Expr {
	switch e.Kind() {
	case ast.LiteralKind:
		if i, ok := r.known.literals[e.ID()]; ok {
			return exprFactory.NewLiteral(e.ID(), literal(r.text, r.literals[i]))
		}
	case ast.SelectKind:
		s := e.AsSelect()
		operand := r.with(s.Operand())
		switch {
		case operand == s.Operand():
		case s.IsTestOnly():
			return exprFactory.NewPresenceTest(e.ID(), operand, s.FieldName())
		default:
			return exprFactory.NewSelect(e.ID(), operand, s.FieldName())
		}
	case ast.CallKind:
		c := e.AsCall()
		args, changed := r.withAll(c.Args())
		if c.IsMemberFunction() {
			target := r.with(c.Target())
			if changed || target != c.Target() {
				return exprFactory.NewMemberCall(e.ID(), c.FunctionName(), target, args...)
			}
		} else if changed {
			return exprFactory.NewCall(e.ID(), c.FunctionName(), args...)
		}
	case ast.ListKind:
		if elements, changed := r.withAll(e.AsList().Elements()); changed {
			return exprFactory.NewList(e.ID(), elements, e.AsList().OptionalIndices())
		}
	case ast.MapKind:
		if entries, changed := r.withEntries(e.AsMap().Entries()); changed {
			return exprFactory.NewMap(e.ID(), entries)
		}
	case ast.StructKind:
		if fields, changed := r.withEntries(e.AsStruct().Fields()); changed {
			return exprFactory.NewStruct(e.ID(), e.AsStruct().TypeName(), fields)
		}
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		parts, changed := r.withAll([]ast.Expr{c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()})
		if changed {
			return exprFactory.NewComprehensionTwoVar(e.ID(), parts[0], c.IterVar(), c.IterVar2(), c.AccuVar(), parts[1], parts[2], parts[3], parts[4])
		}
	}
	return e
}

func (r *reading) withAll(all []ast.Expr) (with []ast.Expr, changed bool) {
	with = all
	for i, e := range all {
		n := r.with(e)
		if n == e {
			continue
		}
		if !changed {
			with, changed = append([]ast.Expr(nil), all...), true
		}
		with[i] = n
	}
	return with, changed
}

func (r *reading) withEntries(all []ast.EntryExpr) (with []ast.EntryExpr, changed bool) {
	with = make([]ast.EntryExpr, len(all))
	for i, e := range all {
		if with[i] = e; e.Kind() == ast.MapEntryKind {
			m := e.AsMapEntry()
			if key, value := r.with(m.Key()), r.with(m.Value()); key != m.Key() || value != m.Value() {
				with[i], changed = exprFactory.NewMapEntry(e.ID(), key, value, m.IsOptional()), true
			}
			continue
		}
		f := e.AsStructField()
		if value := r.with(f.Value()); value != f.Value() {
			with[i], changed = exprFactory.NewStructField(e.ID(), f.Name(), value, f.IsOptional()), true
		}
	}
	return with, changed
}
