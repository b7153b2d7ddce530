package celassist

import (
	"strings"

	"github.com/google/cel-go/common/types"
)

// Signature is a form of a function or macro.
type Signature struct {
	Label string
	// Parameters are the places of the parameters in Label.
	Parameters []Span
	// Doc is our documentation in Markdown.
	Doc string
}

// Signatures are the forms of the call around a place.
type Signatures struct {
	List []Signature
	// Active is the index of the form that fits the arguments, Argument the index of the argument at the place.
	Active, Argument int
}

// Signatures returns the forms of the innermost call around an offset; nil if there is none.
func (x *Expression) Signatures(offset int) *Signatures {
	offset = max(0, min(offset, len(x.text)))
	if x.code.inComment(offset) {
		return nil
	}
	at := x.code.before(offset)
	if i := x.stringAt(offset); i >= 0 {
		at = i
	}
	for _, in := range x.code.calls(at) {
		if all := x.signaturesOf(in.name); len(all) > 0 {
			s := &Signatures{List: all, Argument: in.argument}
			s.Active = x.active(all, in)
			return s
		}
	}
	return nil
}

// active returns the first form that has as many parameters as the call has arguments, or at least as many.
func (x *Expression) active(all []Signature, in call) int {
	end := x.code.pair[in.open]
	if end < 0 {
		end = len(x.code.tokens)
	}
	args := x.code.commas(in.open, end) + 1
	for _, exact := range []bool{true, false} {
		for i, s := range all {
			if n := len(s.Parameters); n == args || !exact && n > in.argument {
				return i
			}
		}
	}
	return 0
}

// signaturesOf returns the forms of the function or macro that a name calls.
func (x *Expression) signaturesOf(name int) []Signature {
	word := x.code.word(name)
	dot := x.code.dotBefore(name)
	var list []Signature
	target := types.DynType
	full := x.fullName(name)
	if full != word {
		dot = -1
	}
	if dot > 0 {
		if of := x.valueOf(dot - 1); of != nil {
			target = of.t
		}
	}
	if m := macros[word]; m != nil && (dot >= 0) == (len(m.receivers) > 0) {
		return x.macroSignatures(word, m, target)
	}
	for _, o := range x.assistant.library().fitting(full, dot >= 0, target) {
		s := signature(full, o, target)
		if doc := docOf(full, o); doc != nil {
			s.Doc = doc.text + " "
		}
		s.Doc += sinceText(o.since, o.stored)
		list = append(list, s)
	}
	return list
}

func (x *Expression) macroSignatures(name string, m *macro, target *types.Type) (list []Signature) {
	for _, f := range m.forms {
		if since, stored, ok := x.assistant.library().formVersions(name, len(f.names)); ok {
			s := macroSignature(name, m, f, target)
			s.Doc = m.text + " " + sinceText(since, stored)
			list = append(list, s)
		}
	}
	return list
}

// fitting returns the overloads of methods that a value of a type has, or those of a global function. Conversions of a
// type to itself are last.
func (l *library) fitting(name string, isMethod bool, target *types.Type) []*overload {
	var list, identities []*overload
	all := l.functions[name]
	for i := range all {
		o := &all[i]
		args := o.ArgTypes()
		switch {
		case o.IsMemberFunction() != isMethod || isMethod && !accepts(args[0], target):
		case !isMethod && len(args) == 1 && args[0].IsExactType(o.ResultType()):
			identities = append(identities, o)
		case len(args) == 1 && args[0].Kind() == types.StringKind: // the most common argument
			list = append([]*overload{o}, list...)
		default:
			list = append(list, o)
		}
	}
	return append(list, identities...)
}

// signature returns the form of an overload, such as string.replace(old: string, new: string): string. The target of a
// method has a type.
func signature(name string, o *overload, target *types.Type) Signature {
	var b strings.Builder
	args := o.ArgTypes()
	by := map[string]*types.Type{}
	if o.IsMemberFunction() {
		bind(args[0], target, by)
		b.WriteString(TypeName(bound(args[0], by)) + ".")
		args = args[1:]
	}
	b.WriteString(name + "(")
	s := Signature{}
	doc := docOf(name, o)
	for i, t := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		start := b.Len()
		b.WriteString(doc.param(i) + ": " + TypeName(bound(t, by)))
		s.Parameters = append(s.Parameters, Span{Start: start, End: b.Len()})
	}
	b.WriteString("): " + TypeName(bound(o.ResultType(), by)))
	s.Label = b.String()
	return s
}

// macroSignature returns the form of a macro, such as list(string).all(x, condition): bool. Target is the type of the
// value on which it is called.
func macroSignature(name string, m *macro, f form, target *types.Type) Signature {
	var b strings.Builder
	switch {
	case len(m.receivers) > 0 && !isDynamic(target):
		b.WriteString(TypeName(target) + ".")
	case len(m.receivers) > 0:
		b.WriteString(strings.Join(m.receivers, " or ") + ".")
	}
	b.WriteString(name + "(")
	s := Signature{}
	for i, p := range f.names {
		if i > 0 {
			b.WriteString(", ")
		}
		start := b.Len()
		b.WriteString(p)
		s.Parameters = append(s.Parameters, Span{Start: start, End: b.Len()})
	}
	b.WriteString("): " + m.resultOf(target))
	s.Label = b.String()
	return s
}
