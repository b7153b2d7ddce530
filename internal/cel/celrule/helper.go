package celrule

import (
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types/ref"
)

// helper numbers nodes and records their places. It implements cel-go's ExprHelper, with which macros make nodes.
type helper struct {
	info   *ast.SourceInfo
	places places // by number; 0 is unused
	// macro is the call of the macro that is being expanded. All nodes that the macro makes have its place.
	macro int64
}

// token numbers a node at a token.
func (h *helper) token(t token) int64 {
	id := h.reserve()
	h.place(id, t)
	return id
}

func (h *helper) reserve() int64 {
	h.places = append(h.places, nowhere)
	return int64(len(h.places) - 1)
}

func (h *helper) place(id int64, t token) {
	h.places[id] = ast.OffsetRange{Start: t.start, Stop: t.end}
}

func (h *helper) literal(t token, value ref.Val) ast.Expr {
	return exprFactory.NewLiteral(h.token(t), value)
}

// forget releases the number of a call that a macro replaced.
func (h *helper) forget(id int64) {
	h.places[id] = nowhere
	if id == int64(len(h.places)-1) {
		h.places = h.places[:id]
	}
}

// made numbers a node that a macro makes.
func (h *helper) made() int64 {
	id := h.reserve()
	at := int32(-1) // of a replaced call
	if o, ok := h.places.of(h.macro); ok && h.macro != id {
		at = o.Start
	}
	h.places[id] = ast.OffsetRange{Start: at, Stop: at}
	return id
}

// Copy implements parser.ExprHelper: a copy has new numbers.
func (h *helper) Copy(e ast.Expr) ast.Expr {
	id := h.reserve()
	h.places[id], _ = h.places.of(e.ID())
	switch e.Kind() {
	case ast.LiteralKind:
		return exprFactory.NewLiteral(id, e.AsLiteral())
	case ast.IdentKind:
		return exprFactory.NewIdent(id, e.AsIdent())
	case ast.SelectKind:
		s := e.AsSelect()
		operand := h.Copy(s.Operand())
		if s.IsTestOnly() {
			return exprFactory.NewPresenceTest(id, operand, s.FieldName())
		}
		return exprFactory.NewSelect(id, operand, s.FieldName())
	case ast.CallKind:
		c := e.AsCall()
		args := h.copyAll(c.Args())
		if c.IsMemberFunction() {
			return exprFactory.NewMemberCall(id, c.FunctionName(), h.Copy(c.Target()), args...)
		}
		return exprFactory.NewCall(id, c.FunctionName(), args...)
	case ast.ListKind:
		return exprFactory.NewList(id, h.copyAll(e.AsList().Elements()), e.AsList().OptionalIndices())
	case ast.MapKind:
		return exprFactory.NewMap(id, h.copyEntries(e.AsMap().Entries()))
	case ast.StructKind:
		return exprFactory.NewStruct(id, e.AsStruct().TypeName(), h.copyEntries(e.AsStruct().Fields()))
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		parts := h.copyAll([]ast.Expr{c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()})
		return exprFactory.NewComprehensionTwoVar(id, parts[0], c.IterVar(), c.IterVar2(), c.AccuVar(), parts[1], parts[2], parts[3], parts[4])
	}
	return exprFactory.NewUnspecifiedExpr(id)
}

func (h *helper) copyAll(all []ast.Expr) []ast.Expr {
	copies := make([]ast.Expr, len(all))
	for i, e := range all {
		copies[i] = h.Copy(e)
	}
	return copies
}

func (h *helper) copyEntries(all []ast.EntryExpr) []ast.EntryExpr {
	copies := make([]ast.EntryExpr, len(all))
	for i, e := range all {
		id := h.made()
		if e.Kind() == ast.MapEntryKind {
			m := e.AsMapEntry()
			key := h.Copy(m.Key())
			copies[i] = exprFactory.NewMapEntry(id, key, h.Copy(m.Value()), m.IsOptional())
			continue
		}
		f := e.AsStructField()
		copies[i] = exprFactory.NewStructField(id, f.Name(), h.Copy(f.Value()), f.IsOptional())
	}
	return copies
}

// NewLiteral implements parser.ExprHelper.
func (h *helper) NewLiteral(value ref.Val) ast.Expr { return exprFactory.NewLiteral(h.made(), value) }

// NewList implements parser.ExprHelper.
func (h *helper) NewList(elems ...ast.Expr) ast.Expr {
	return exprFactory.NewList(h.made(), elems, []int32{})
}

// NewMap implements parser.ExprHelper.
func (h *helper) NewMap(entries ...ast.EntryExpr) ast.Expr {
	return exprFactory.NewMap(h.made(), entries)
}

// NewMapEntry implements parser.ExprHelper.
func (h *helper) NewMapEntry(key, value ast.Expr, optional bool) ast.EntryExpr {
	return exprFactory.NewMapEntry(h.made(), key, value, optional)
}

// NewStruct implements parser.ExprHelper.
func (h *helper) NewStruct(typeName string, fields ...ast.EntryExpr) ast.Expr {
	return exprFactory.NewStruct(h.made(), typeName, fields)
}

// NewStructField implements parser.ExprHelper.
func (h *helper) NewStructField(field string, init ast.Expr, optional bool) ast.EntryExpr {
	return exprFactory.NewStructField(h.made(), field, init, optional)
}

// NewComprehension implements parser.ExprHelper.
func (h *helper) NewComprehension(iterRange ast.Expr, iterVar, accuVar string, accuInit, condition, step, result ast.Expr) ast.Expr {
	return exprFactory.NewComprehension(h.made(), iterRange, iterVar, accuVar, accuInit, condition, step, result)
}

// NewComprehensionTwoVar implements parser.ExprHelper.
func (h *helper) NewComprehensionTwoVar(iterRange ast.Expr, iterVar, iterVar2, accuVar string, accuInit, condition, step, result ast.Expr) ast.Expr {
	return exprFactory.NewComprehensionTwoVar(h.made(), iterRange, iterVar, iterVar2, accuVar, accuInit, condition, step, result)
}

// NewIdent implements parser.ExprHelper.
func (h *helper) NewIdent(name string) ast.Expr { return exprFactory.NewIdent(h.made(), name) }

// NewAccuIdent implements parser.ExprHelper.
func (h *helper) NewAccuIdent() ast.Expr { return exprFactory.NewAccuIdent(h.made()) }

// AccuIdentName implements parser.ExprHelper.
func (h *helper) AccuIdentName() string { return exprFactory.AccuIdentName() }

// NewCall implements parser.ExprHelper.
func (h *helper) NewCall(function string, args ...ast.Expr) ast.Expr {
	return exprFactory.NewCall(h.made(), function, args...)
}

// NewMemberCall implements parser.ExprHelper.
func (h *helper) NewMemberCall(function string, target ast.Expr, args ...ast.Expr) ast.Expr {
	return exprFactory.NewMemberCall(h.made(), function, target, args...)
}

// NewPresenceTest implements parser.ExprHelper.
func (h *helper) NewPresenceTest(operand ast.Expr, field string) ast.Expr {
	return exprFactory.NewPresenceTest(h.made(), operand, field)
}

// NewSelect implements parser.ExprHelper.
func (h *helper) NewSelect(operand ast.Expr, field string) ast.Expr {
	return exprFactory.NewSelect(h.made(), operand, field)
}

// OffsetLocation implements parser.ExprHelper.
func (h *helper) OffsetLocation(id int64) common.Location {
	at, ok := h.places.of(id)
	if !ok {
		return common.NoLocation
	}
	return h.info.GetLocationByOffset(at.Start)
}

// NewError implements parser.ExprHelper.
func (h *helper) NewError(id int64, message string) *common.Error {
	return common.NewError(id, message, h.OffsetLocation(id))
}
