package tighter

import (
	"math"
	"slices"
	"strconv"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/schema"
)

// formulas writes what schemas say of a value as CEL expressions, so that it can be compared with
// CEL rules and with other schemas. What CEL cannot say, or would say of another value under the
// other CRD, becomes a call of a function without a meaning: two calls with the same text come to
// the same.
type formulas struct {
	// side is "old" or "new": whose schema it is that the formulas are of.
	side string
	// folding simplifies branches, by what is certain of the values of the new CRD; nil for not.
	folding *folding
	shared  *written
}

// written is what the formulas of both sides have in common.
type written struct {
	opaques []*schema.Schema // those that stand for themselves
}

// junctors is what allOf, anyOf, oneOf and not of a schema say of a value: true if there are none.
func (f *formulas) junctors(s *schema.Schema, of both, e ast.Expr) ast.Expr {
	all := boolean(true)
	for _, keyword := range [...]string{"allOf", "anyOf", "oneOf", "not"} {
		all = and(all, f.junctor(keyword, s, of, e))
	}
	return all
}

// junctor is junctors for one of them.
func (f *formulas) junctor(keyword string, s *schema.Schema, of both, e ast.Expr) ast.Expr {
	switch {
	case keyword == "allOf":
		all := boolean(true)
		for _, b := range s.AllOf() {
			all = and(all, f.branch(b, of, e))
		}
		return all
	case keyword == "anyOf" && len(s.AnyOf()) > 0:
		some := boolean(false)
		for _, b := range s.AnyOf() {
			some = or(some, f.branch(b, of, e))
		}
		return some
	case keyword == "oneOf" && len(s.OneOf()) > 0:
		return one(f.each(s.OneOf(), of, e))
	case keyword == "not" && s.Not != nil:
		return not(f.branch(s.Not, of, e))
	}
	return boolean(true)
}

// each is what some branches say, one by one.
func (f *formulas) each(branches []*schema.Schema, of both, e ast.Expr) []ast.Expr {
	all := make([]ast.Expr, len(branches))
	for i, b := range branches {
		all[i] = f.branch(b, of, e)
		if f.folding != nil {
			all[i] = f.folding.simplified(all[i])
		}
	}
	return all
}

// branch is what a schema inside of a junctor says of a value, of which the old and the new schema
// are known.
func (f *formulas) branch(b *schema.Schema, of both, e ast.Expr) ast.Expr {
	if of.old == nil || of.new == nil || of.old.Type == "" || of.old.Type != of.new.Type || of.old.Nullable || of.new.Nullable {
		return f.opaque(b, of, e)
	}
	all := f.junctors(b, of, e)
	rest := *b
	rest.Branches, rest.Not, rest.Description = nil, nil, ""
	if rest.Rare != nil {
		rare := rest.OwnRare()
		rare.Title, rare.Example = "", nil
	}
	if rest.Type == of.old.Type {
		rest.Type = ""
	}
	if of.old.Type == "object" {
		all = and(all, f.object(b, of, e))
		rest.Required, rest.Properties = nil, nil
	} else {
		all = and(all, f.scalar(&rest, of, e))
	}
	if schema.Equal(&rest, &schema.Schema{}) {
		return all
	}
	return and(all, f.opaque(&rest, of, e))
}

// object is what required and properties say.
func (f *formulas) object(b *schema.Schema, of both, e ast.Expr) ast.Expr {
	all := boolean(true)
	for _, name := range b.Required {
		all = and(all, f.has(of, e, name))
	}
	for _, p := range b.Properties.All() {
		below := both{old: of.old.Property(p.Name), new: of.new.Property(p.Name)}
		switch {
		case f.side == "new" && below.old == nil && below.new != nil && below.new.Default == nil && closedObject(of):
			// No value has it.
		case of.resource || !sameField(below):
			all = and(all, f.opaque(&schema.Schema{Properties: schema.NewProperties([]schema.Property{p})}, of, e))
		default:
			at := build.NewSelect(0, e, celtext.FieldName(p.Name))
			all = and(all, or(not(test(e, p.Name)), f.branch(p.Schema, below, at)))
		}
	}
	return all
}

// has is what it says that a field is required.
func (f *formulas) has(of both, e ast.Expr, name string) ast.Expr {
	was, is := of.old.Property(name), of.new.Property(name)
	same := sameField(both{old: was, new: is})
	switch {
	case same && of.resource:
		return f.call("required "+name, e)
	case same:
		return test(e, name)
	case f.side == "new" && !of.resource && is != nil && !is.Nullable && was == nil && closedObject(of):
		return boolean(is.Default != nil)
	case f.side == "new" && !of.resource && is != nil && !is.Nullable && was != nil && !was.Nullable && is.Default != nil:
		return boolean(true)
	}
	return f.call(f.side+" required "+name, e)
}

// sameField reports whether a field is there under the new CRD if and only if it is under the
// old one.
func sameField(of both) bool {
	return of.old != nil && of.new != nil && !of.old.Nullable && !of.new.Nullable && schema.SameValue(of.old.Default, of.new.Default)
}

// closedObject reports whether the old schema prunes the fields that it does not declare.
func closedObject(of both) bool {
	return of.old.Type == "object" && of.old.AdditionalProperties == nil && !of.old.PreservesUnknownFields() &&
		!of.old.XEmbeddedResource && !of.new.XEmbeddedResource
}

// scalar is what the keywords of strings and numbers say, which are taken from the rest.
func (f *formulas) scalar(rest *schema.Schema, of both, e ast.Expr) ast.Expr {
	all := boolean(true)
	if enum, ok := f.enum(rest, of, e); ok {
		all, rest.Enum = and(all, enum), nil
	}
	switch of.old.Type {
	case "string":
		if textless[of.old.Format] || textless[of.new.Format] {
			return all
		}
		if rest.Pattern != "" {
			all = and(all, build.NewMemberCall(0, "matches", e, str(rest.Pattern)))
			rest.Pattern = ""
		}
		size := build.NewCall(0, "size", e)
		if rest.MaxLength != nil {
			all, rest.MaxLength = and(all, build.NewCall(0, operators.LessEquals, size, integer(*rest.MaxLength))), nil
		}
		if rest.MinLength != nil {
			all, rest.MinLength = and(all, build.NewCall(0, operators.GreaterEquals, size, integer(*rest.MinLength))), nil
		}
	case "integer", "number":
		compare := func(bound *float64, exclusive bool, beyond, within string) {
			operator := within
			if exclusive {
				operator = beyond
			}
			all = and(all, build.NewCall(0, operator, e, number(*bound)))
		}
		if least := rest.Minimum; least != nil && math.Abs(*least) < mostExact {
			compare(least, rest.ExclusiveMinimum, operators.Greater, operators.GreaterEquals)
			rest.Minimum, rest.ExclusiveMinimum = nil, false
		}
		if most := rest.Maximum; most != nil && math.Abs(*most) < mostExact {
			compare(most, rest.ExclusiveMaximum, operators.Less, operators.LessEquals)
			rest.Maximum, rest.ExclusiveMaximum = nil, false
		}
	}
	return all
}

// enum is that a value is one of some strings.
func (f *formulas) enum(s *schema.Schema, of both, e ast.Expr) (ast.Expr, bool) {
	if len(s.Enum) == 0 || len(s.Enum) > maxEnumParts || of.old.Type != "string" || textless[of.old.Format] || textless[of.new.Format] {
		return nil, false
	}
	var items []ast.Expr
	for _, v := range s.Enum {
		text, is := v.(string)
		if !is {
			return nil, false
		}
		items = append(items, str(text))
	}
	return build.NewCall(0, operators.In, e, build.NewList(0, items, nil)), true
}

// maxEnumParts is how many values of an enum become parts of a formula: an implication of more
// than nine parts is not decided.
const maxEnumParts = 6

// opaque stands for what a schema says of a value. It is the same under both CRDs where the value
// is.
func (f *formulas) opaque(s *schema.Schema, of both, e ast.Expr) ast.Expr {
	at := slices.IndexFunc(f.shared.opaques, func(o *schema.Schema) bool { return schema.Equal(o, s) })
	if at < 0 {
		at = len(f.shared.opaques)
		f.shared.opaques = append(f.shared.opaques, s)
	}
	text := strconv.Itoa(at)
	if !keepsValues(of.old, of.new) {
		text = f.side + " " + text
	}
	return f.call(text, e)
}

// keepsValues reports whether a value that the old schema accepts is the same under the new one:
// nothing in it is pruned, and no default comes or goes.
func keepsValues(old, new *schema.Schema) bool {
	if old == nil || new == nil {
		return old == new
	}
	if old.Type != new.Type || old.Nullable != new.Nullable || old.XEmbeddedResource != new.XEmbeddedResource || old.XIntOrString != new.XIntOrString ||
		old.PreservesUnknownFields() != new.PreservesUnknownFields() || !schema.SameValue(old.Default, new.Default) {
		return false
	}
	was, is := old.AdditionalProperties, new.AdditionalProperties
	if (was == nil) != (is == nil) || was != nil && was.Allows != is.Allows ||
		!keepsValues(old.ValueSchema(), new.ValueSchema()) || !keepsValues(old.ItemSchema(), new.ItemSchema()) {
		return false
	}
	for _, p := range old.Properties.All() {
		if !keepsValues(p.Schema, new.Property(p.Name)) {
			return false
		}
	}
	for _, p := range new.Properties.All() {
		if old.Property(p.Name) == nil && (p.Schema.Default != nil || !closedObject(both{old: old, new: new})) {
			return false
		}
	}
	return true
}

func (f *formulas) call(text string, e ast.Expr) ast.Expr {
	return build.NewCall(0, "schema", e, str(text))
}

// one is that just one of some expressions is true.
func one(all []ast.Expr) ast.Expr {
	all = slices.DeleteFunc(all, func(e ast.Expr) bool { return isLiteral(e, types.False) })
	switch len(all) {
	case 0:
		return boolean(false)
	case 1:
		return all[0]
	}
	var sum ast.Expr
	for _, e := range all {
		n := build.NewCall(0, operators.Conditional, e, integer(1), integer(0))
		if sum == nil {
			sum = n
		} else {
			sum = build.NewCall(0, operators.Add, sum, n)
		}
	}
	return build.NewCall(0, operators.Equals, sum, integer(1))
}

func isLiteral(e ast.Expr, b types.Bool) bool {
	return e.Kind() == ast.LiteralKind && e.AsLiteral() == b
}

func boolean(v bool) ast.Expr  { return build.NewLiteral(0, types.Bool(v)) }
func str(v string) ast.Expr    { return build.NewLiteral(0, types.String(v)) }
func integer(v int64) ast.Expr { return build.NewLiteral(0, types.Int(v)) }

// number is a bound below mostExact, an int where it is whole.
func number(v float64) ast.Expr {
	if v == math.Trunc(v) {
		return integer(int64(v))
	}
	return build.NewLiteral(0, types.Double(v))
}

func test(of ast.Expr, name string) ast.Expr {
	return build.NewPresenceTest(0, of, celtext.FieldName(name))
}

func not(e ast.Expr) ast.Expr { return build.NewCall(0, operators.LogicalNot, e) }

func and(a, b ast.Expr) ast.Expr {
	switch {
	case isLiteral(a, types.True):
		return b
	case isLiteral(b, types.True):
		return a
	}
	return build.NewCall(0, operators.LogicalAnd, a, b)
}

func or(a, b ast.Expr) ast.Expr {
	switch {
	case isLiteral(a, types.False), isLiteral(b, types.True):
		return b
	case isLiteral(b, types.False), isLiteral(a, types.True):
		return a
	}
	return build.NewCall(0, operators.LogicalOr, a, b)
}
