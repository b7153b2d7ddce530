package celfacts

import (
	"encoding/binary"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// A textID stands for the text of an expression, as celtext.Of writes it: two expressions that
// are written alike have the same. To write the texts themselves again and again would take time
// that grows with the square of how deep expressions are nested.
type textID int32

// texts has numbers for the texts of expressions.
type texts struct {
	ids   map[string]textID
	about []textAbout // by number; 0 is of none
	known map[ast.Expr]textID
}

// textAbout is what is known of a text.
type textAbout struct {
	length int
	// divides says that the text has a division, or a conversion to double: such a number may
	// be NaN.
	divides bool
}

func newTexts() texts {
	return texts{ids: map[string]textID{}, about: []textAbout{{}}, known: map[ast.Expr]textID{}}
}

// of returns the number of the text of an expression.
func (t *texts) of(e ast.Expr) textID {
	if id, ok := t.known[e]; ok {
		return id
	}
	var room [64]byte
	k := textKey{texts: t, key: room[:0]}
	k.write(e)
	id, ok := t.ids[string(k.key)]
	if !ok {
		id = textID(len(t.about))
		t.ids[string(k.key)], t.about = id, append(t.about, k.textAbout)
	}
	t.known[e] = id
	return id
}

// variable returns the number of the text of a variable.
func (t *texts) variable(name string) textID { return t.made('i', name) }

// field returns the number of the text of a field of a place.
func (t *texts) field(of textID, name string) textID { return t.made('s', name, of) }

// test returns the number of has() of a field of a place.
func (t *texts) test(of textID, name string) textID { return t.made('h', name, of) }

// made returns the number of a text, 0 if no expression has it.
func (t *texts) made(sort byte, name string, of ...textID) textID {
	k := textKey{texts: t}
	k.begin(sort, name)
	for _, id := range of {
		k.add(id)
	}
	if id, ok := t.ids[string(k.key)]; ok {
		return id
	}
	return 0
}

// textKey is what an expression is made of: its sort, its name, and the numbers of its parts.
type textKey struct {
	*texts
	key []byte
	textAbout
}

func (k *textKey) begin(sort byte, name string) {
	k.key = binary.AppendUvarint(append(k.key, sort), uint64(len(name)))
	k.key = append(k.key, name...)
	k.length += len(name)
}

func (k *textKey) add(id textID) {
	k.key = binary.AppendUvarint(k.key, uint64(id))
	k.length += k.about[id].length
	k.divides = k.divides || k.about[id].divides
}

// all adds the parts of a list, with what stands between them.
func (k *textKey) all(parts []ast.Expr) {
	k.length += 2 * max(len(parts)-1, 0)
	for _, e := range parts {
		k.add(k.of(e))
	}
}

func (k *textKey) optional(is bool) {
	mark := byte('-')
	if is {
		mark = '?'
		k.length++
	}
	k.key = append(k.key, mark)
}

func (k *textKey) write(e ast.Expr) {
	switch e.Kind() {
	case ast.LiteralKind:
		text := celtext.Literal(e.AsLiteral())
		k.begin('l', text)
		k.divides = strings.Contains(text, "/") || strings.Contains(text, "double(")
	case ast.IdentKind:
		k.begin('i', e.AsIdent())
	case ast.SelectKind:
		s := e.AsSelect()
		if s.IsTestOnly() {
			k.begin('h', s.FieldName())
			k.length += len("has()")
		} else {
			k.begin('s', s.FieldName())
		}
		k.length++
		k.add(k.of(s.Operand()))
	case ast.CallKind:
		k.call(e.AsCall())
	case ast.ListKind:
		k.begin('[', "")
		k.length += len("[]")
		k.key = binary.AppendUvarint(k.key, uint64(e.AsList().Size()))
		for i := range e.AsList().Elements() {
			k.optional(e.AsList().IsOptional(int32(i)))
		}
		k.all(e.AsList().Elements())
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		k.begin('f', c.IterVar())
		k.begin(',', c.IterVar2())
		k.begin(',', c.AccuVar())
		k.length += len("fold(,,,)")
		k.all([]ast.Expr{c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()})
	case ast.MapKind:
		k.entries("", e.AsMap().Entries())
	case ast.StructKind:
		k.entries(e.AsStruct().TypeName(), e.AsStruct().Fields())
	default:
		k.begin(0, "")
	}
}

func (k *textKey) entries(name string, entries []ast.EntryExpr) {
	k.begin('{', name)
	k.length += len("{}") + len(", ")*max(len(entries)-1, 0)
	for _, entry := range entries {
		switch entry.Kind() {
		case ast.MapEntryKind:
			m := entry.AsMapEntry()
			k.optional(m.IsOptional())
			k.add(k.of(m.Key()))
			k.add(k.of(m.Value()))
		case ast.StructFieldKind:
			f := entry.AsStructField()
			k.optional(f.IsOptional())
			k.begin(':', f.Name())
			k.add(k.of(f.Value()))
		}
		k.length += len(": ")
	}
}

func (k *textKey) call(c ast.CallExpr) {
	name, args := c.FunctionName(), c.Args()
	switch {
	case name == operators.Index && len(args) == 2:
		k.begin('x', "")
		k.add(k.of(args[0]))
		k.add(k.of(args[1]))
		k.length += len("[]")
		return
	case name == operators.OptSelect && len(args) == 2 && args[1].Kind() == ast.LiteralKind:
		s, _ := args[1].AsLiteral().(types.String)
		k.begin('?', string(s))
		k.length += len(".?")
		k.divides = strings.Contains(string(s), "/") || strings.Contains(string(s), "double(")
		k.add(k.of(args[0]))
		return
	case c.IsMemberFunction():
		// Checked, a function of a namespace is no member function any more.
		if place, ok := placeText(c.Target()); ok {
			k.begin('c', place+"."+name)
			break
		}
		k.begin('m', name)
		k.length += len(".")
		k.add(k.of(c.Target()))
	default:
		if sign, ok := operators.FindReverseBinaryOperator(name); ok && len(args) == 2 {
			k.begin('b', sign)
			k.length += len("(  )")
			k.divides = sign == "/"
			k.add(k.of(args[0]))
			k.add(k.of(args[1]))
			return
		}
		k.begin('c', name)
	}
	k.divides = k.divides || strings.HasSuffix(name, "double")
	k.length += len("()")
	k.all(args)
}
