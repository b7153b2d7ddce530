package celassist

import (
	"strings"

	"github.com/crdtool/crdtool/kube"
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
	if m := macros[word]; m != nil && (dot >= 0) == (len(m.receivers) > 0) {
		for _, f := range m.forms {
			if since, stored, ok := x.assistant.library().form2(word, len(f.names)); ok {
				s := macroSignature(word, m, f)
				s.Doc = m.text + " " + sinceText(since, stored)
				list = append(list, s)
			}
		}
		return list
	}
	for _, o := range x.overloads(name) {
		full := o.name
		s := signature(full, o.overload)
		if doc := docOf(full, o.overload); doc != nil {
			s.Doc = doc.text + " "
		}
		s.Doc += sinceText(o.since, o.stored)
		list = append(list, s)
	}
	return list
}

// named is an overload with the full name of its function.
type named struct {
	name string
	*overload
}

// overloads returns the overloads that a name may call: of a namespace, of methods that fit the value before the dot, or
// of global functions.
func (x *Expression) overloads(name int) []named {
	l := x.assistant.library()
	word, dot := x.code.word(name), x.code.dotBefore(name)
	if full := x.code.word(dot-1) + "." + word; dot > 0 && !x.code.afterDot(dot-1) && l.functions[full] != nil {
		word, dot = full, -1
	}
	var of *value
	if dot > 0 {
		of = x.valueOf(dot - 1)
	}
	var list []named
	all := l.functions[word]
	for i := range all {
		o := &all[i]
		if o.IsMemberFunction() == (dot >= 0) && (of == nil || accepts(o.ArgTypes()[0], of.t)) {
			list = append(list, named{word, o})
		}
	}
	return list
}

// signature returns the form of an overload, such as string.replace(old: string, new: string): string.
func signature(name string, o *overload) Signature {
	var b strings.Builder
	args := o.ArgTypes()
	if o.IsMemberFunction() {
		b.WriteString(TypeName(args[0]) + ".")
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
		b.WriteString(doc.param(i) + ": " + TypeName(t))
		s.Parameters = append(s.Parameters, Span{Start: start, End: b.Len()})
	}
	b.WriteString("): " + TypeName(o.ResultType()))
	s.Label = b.String()
	return s
}

// macroSignature returns the form of a macro, such as list.all(x, condition): bool.
func macroSignature(name string, m *macro, f form) Signature {
	var b strings.Builder
	if len(m.receivers) > 0 {
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
	b.WriteString("): " + m.result)
	s.Label = b.String()
	return s
}

// form2 returns the versions that have a form of a macro.
func (l *library) form2(name string, args int) (since, stored kube.Version, ok bool) {
	for _, f := range l.macros[name] {
		if f.args == args {
			return f.since, f.stored, true
		}
	}
	return kube.Version{}, kube.Version{}, false
}
