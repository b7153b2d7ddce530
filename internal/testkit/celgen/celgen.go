// Package celgen makes CEL expressions over the type of a schema, by the choices of
// a fuzzer: with all functions and macros that Kubernetes has, mostly with the right
// types, and with a slip now and then. It is for tests only.
package celgen

import (
	"fmt"
	"slices"
	"strings"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/internal/testkit/steer"
)

// Types are spelt as CEL spells them, but for these: map(T) is a map of T by
// strings, opt(T) an optional T, objN the N-th type of an object.

// A Scope is what expressions are about: self, and what can be reached from it.
type Scope struct {
	self    string
	objects []*apiservercel.DeclType
	names   map[*apiservercel.DeclType]string
	paths   map[string][]string // from self, by type
	types   []string            // of paths, sorted
	tested  []string            // paths of fields
}

// mostPaths bounds how many fields of a large schema expressions are about.
const mostPaths = 400

// NewScope returns the scope in which self has a type.
func NewScope(self *apiservercel.DeclType) *Scope {
	s := &Scope{names: map[*apiservercel.DeclType]string{}, paths: map[string][]string{}}
	s.self = s.typeOf(self)
	type place struct {
		path string
		decl *apiservercel.DeclType
	}
	todo := []place{{"self", self}}
	for n := 0; n < len(todo) && n < mostPaths; n++ {
		p := todo[n]
		t := s.typeOf(p.decl)
		s.paths[t] = append(s.paths[t], p.path)
		switch {
		case strings.Count(p.path, ".") > 6:
		case p.decl.IsObject():
			fields := make([]string, 0, len(p.decl.Fields))
			for name := range p.decl.Fields {
				fields = append(fields, name)
			}
			slices.Sort(fields)
			for _, name := range fields {
				path := p.path + "." + name
				if n%2 == 0 { // a reserved word may stand there as it is, too
					path = p.path + "." + strings.TrimSuffix(strings.TrimPrefix(name, "__"), "__")
				}
				s.tested = append(s.tested, path)
				todo = append(todo, place{path, p.decl.Fields[name].Type})
			}
		case p.decl.IsList():
			todo = append(todo, place{p.path + "[0]", p.decl.ElemType})
		case p.decl.IsMap():
			todo = append(todo, place{p.path + "['k']", p.decl.ElemType})
		}
	}
	for t := range s.paths {
		s.types = append(s.types, t)
	}
	slices.Sort(s.types)
	return s
}

func (s *Scope) typeOf(d *apiservercel.DeclType) string {
	switch {
	case d.IsList():
		return "list(" + s.typeOf(d.ElemType) + ")"
	case d.IsMap():
		return "map(" + s.typeOf(d.ElemType) + ")"
	case d.IsObject():
		if _, ok := s.names[d]; !ok {
			s.names[d] = fmt.Sprint("obj", len(s.objects))
			s.objects = append(s.objects, d)
		}
		return s.names[d]
	}
	switch name := d.TypeName(); name {
	case "google.protobuf.Duration":
		return "duration"
	case "google.protobuf.Timestamp":
		return "timestamp"
	default:
		return name
	}
}

// generator makes one expression.
type generator struct {
	*steer.Choices
	*Scope
	locals []local
	// slips are where one in so many things is wrong; 0 for none.
	slips int
	// old is the type of oldSelf, "" if it is not spoken of.
	old string
	// plain leaves out what is only another way of writing.
	plain bool
}

type local struct{ name, typ string }

// Options of Expression.
type Options struct {
	OldSelf  bool // oldSelf may be spoken of,
	Optional bool // and is an optional
	Right    bool // nothing is wrong on purpose
}

// Expression returns an expression, which mostly has the type bool.
func (s *Scope) Expression(c *steer.Choices, o Options) string {
	g := &generator{Choices: c, Scope: s}
	if !o.Right {
		g.slips = steer.From(c, 0, 0, 0, 60, 25)
	}
	if o.OldSelf {
		g.old = s.self
		if o.Optional {
			g.old = "opt(" + s.self + ")"
		}
	}
	g.plain = o.Right || g.Seldom(2)
	t := "bool"
	if !o.Right && g.Seldom(8) {
		t = g.anyType(2)
	}
	text := g.expr(t, 3+g.Of(6))
	if g.slips > 0 && g.Seldom(6) {
		at := g.Of(len(text) + 1)
		text = text[:at] + steer.From(c, "(", ")", "[", "'", "\"", ".", ",", "?", " x ", "`", "-", "!", "ä", "\\", "0x", "in", "/", "{", "}", "1", "u", "\n", "&", "|", "b", "r") + text[at:]
	}
	return text
}

var basic = []string{"int", "string", "bool", "double", "list(string)", "list(int)", "duration", "timestamp", "bytes", "uint", "map(string)", "opt(string)", "quantity", "ip", "cidr", "url", "semver", "list(list(int))", "map(int)", "dyn", "null", "opt(int)", "list(double)", "list(duration)", "opt(list(string))", "format", "map(list(string))"}

// anyType chooses a type, most often one that the scope has values of.
func (g *generator) anyType(n int) string {
	switch {
	case n > 0 && g.Seldom(6):
		return steer.From(g.Choices, "list(", "map(", "opt(") + g.anyType(n-1) + ")"
	case g.Seldom(2):
		return steer.From(g.Choices, g.types...)
	case g.plain:
		return steer.From(g.Choices, basic[:8]...)
	}
	return steer.From(g.Choices, basic...)
}

// part splits a type such as list(T) into list and T.
func part(t string) (of, inner string) {
	of, inner, ok := strings.Cut(t, "(")
	if !ok {
		return t, ""
	}
	return of, strings.TrimSuffix(inner, ")")
}

// expr returns an expression of a type.
func (g *generator) expr(t string, depth int) string {
	if g.slips > 0 && g.Seldom(g.slips) {
		t = steer.From(g.Choices, basic...)
	}
	if depth <= 0 || !g.Left() {
		return g.leaf(t)
	}
	of, inner := part(t)
	switch g.Of(10) {
	case 0:
		return g.leaf(t)
	case 1:
		switch g.Of(5) {
		case 0:
			return g.fill("("+"{bool} ? {T} : {T}"+")", t, depth)
		case 1:
			return g.fill("{list(T)}[{int}]", t, depth)
		case 2:
			return g.fill("{map(T)}[{string}]", t, depth)
		case 3:
			return g.fill(steer.From(g.Choices, "{opt(T)}.orValue({T})", "{opt(T)}.value()"), t, depth)
		default:
			return "(" + g.space() + g.expr(t, depth-1) + g.space() + ")"
		}
	case 2, 3:
		if text := g.folded(t, of, inner, depth); text != "" {
			return text
		}
	}
	if forms := calls[t]; len(forms) > 0 && (inner == "" || !g.Seldom(2)) {
		return g.fill(steer.From(g.Choices, forms...), g.anyType(1), depth)
	}
	if forms := calls[of]; inner != "" && len(forms) > 0 {
		return g.fill(steer.From(g.Choices, forms...), inner, depth)
	}
	return g.leaf(t)
}

// fill writes a form in which {t} stands for an expression of type t, and T for a
// type.
func (g *generator) fill(form, t string, depth int) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(form, "{")
		b.WriteString(g.spaced(before))
		if !found {
			return b.String()
		}
		if rest, found = strings.CutPrefix(rest, "{"); found {
			b.WriteString("{")
			form = rest
			continue
		}
		name, after, _ := strings.Cut(rest, "}")
		name = strings.ReplaceAll(name, "T", t)
		operand := g.expr(name, depth-1)
		// Operands of operators and of members need their own brackets.
		if strings.HasPrefix(after, ".") || strings.HasPrefix(after, "[") || strings.HasSuffix(before, "!") || strings.HasSuffix(before, "-") || strings.Contains(after, " ") && !strings.HasPrefix(after, " :") || strings.HasSuffix(before, " ") {
			operand = bracketed(operand)
		}
		b.WriteString(operand)
		form = after
	}
}

// bracketed puts brackets around what is not a primary.
func bracketed(text string) string {
	if strings.ContainsAny(text, " -!?\n/") && !(text[0] == '(' && closes(text)) {
		return "(" + text + ")"
	}
	return text
}

// closes tells whether the bracket that begins a text ends with it. Quotes may
// mislead it, which costs a pair of brackets.
func closes(text string) bool {
	depth := 0
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i == len(text)-1
			}
		case '\'', '"':
			return false
		}
	}
	return false
}

// spaced adds white space and comments where CEL allows them.
func (g *generator) spaced(text string) string {
	if g.plain || !g.Seldom(6) {
		return text
	}
	for _, at := range []string{"(", ", ", " "} {
		if i := strings.Index(text, at); i >= 0 && !strings.Contains(text, "'") {
			i += len(at)
			return text[:i] + g.space() + text[i:]
		}
	}
	return text
}

func (g *generator) space() string {
	if g.plain {
		return ""
	}
	return steer.From(g.Choices, "", "", " ", "\n", "\t", "  ", "\r\n", "// note\n", "\f")
}

// leaf returns a variable, a field or a literal.
func (g *generator) leaf(t string) string {
	if !g.Seldom(3) {
		var found []string
		for _, l := range g.locals {
			if l.typ == t {
				found = append(found, l.name)
			}
			if strings.HasPrefix(l.typ, "obj") {
				for _, name := range g.fields(l.typ, t) {
					found = append(found, l.name+"."+name)
				}
			}
		}
		if len(found) > 0 && !g.Seldom(4) {
			return steer.From(g.Choices, found...)
		}
		if paths := g.paths[t]; len(paths) > 0 {
			path := paths[g.Of(len(paths))]
			switch {
			case g.old == "" || !g.Seldom(5):
				return path
			case strings.HasPrefix(g.old, "opt("):
				return strings.Replace(path, "self", "oldSelf.value()", 1)
			}
			return strings.Replace(path, "self", "oldSelf", 1)
		}
		if t == g.old {
			return "oldSelf"
		}
	}
	return g.literal(t)
}

// fields returns the fields of a type that an object's type has.
func (g *generator) fields(object, t string) (names []string) {
	var n int
	fmt.Sscanf(object, "obj%d", &n)
	for name, f := range g.objects[n].Fields {
		if g.typeOf(f.Type) == t {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (g *generator) literal(t string) string {
	of, inner := part(t)
	switch of {
	case "bool":
		return steer.From(g.Choices, "true", "false")
	case "int":
		if g.Seldom(4) {
			return steer.From(g.Choices, "9223372036854775807", "-9223372036854775808", "0x1F", "-0xa", "007", "9223372036854775808", "- 1")
		}
		return steer.From(g.Choices, "0", "1", "2", "-1", "3", "10", "255", "1000000")
	case "uint":
		return steer.From(g.Choices, "0u", "1u", "7U", "18446744073709551615u", "0x1Fu", "18446744073709551616u")
	case "double":
		return steer.From(g.Choices, "0.0", "1.5", "-2.25", ".5", "1e3", "1.5e-7", "1e400", "-0.0", "1E+2")
	case "string":
		return g.text()
	case "bytes":
		return steer.From(g.Choices, "b''", "b'abc'", `b"\xff"`, `B'\101'`, `rb'\x'`, `b'ä'`)
	case "duration":
		return "duration(" + steer.From(g.Choices, "'1s'", "'1h30m'", "'-1.5ms'", "'0'", "'x'", "'1d'") + ")"
	case "timestamp":
		return "timestamp(" + steer.From(g.Choices, "'2024-01-01T00:00:00Z'", "'1970-01-01T00:00:00.5+01:00'", "'x'", "0") + ")"
	case "list":
		var items []string
		for n := g.Of(4); n > 0; n-- {
			items = append(items, g.literal(inner))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case "map":
		var items []string
		for n := g.Of(3); n > 0; n-- {
			items = append(items, steer.From(g.Choices, "'a'", "'b'", "\"c\"", "'a b'")+": "+g.literal(inner))
		}
		return "{" + strings.Join(items, ", ") + "}"
	case "opt":
		return steer.From(g.Choices, "optional.none()", "optional.of("+g.literal(inner)+")")
	case "null":
		return "null"
	case "dyn":
		return "dyn(" + g.literal(steer.From(g.Choices, "int", "string", "bool", "double", "list(int)")) + ")"
	case "url":
		return "url(" + steer.From(g.Choices, "'https://a.example:80/b?c=d'", "'/a'", "'x'", "'https://[::1]/'") + ")"
	case "quantity":
		return "quantity(" + steer.From(g.Choices, "'1'", "'100Mi'", "'1.5'", "'-2k'", "'x'", "'0'") + ")"
	case "ip":
		return "ip(" + steer.From(g.Choices, "'127.0.0.1'", "'::1'", "'10.0.0.0/8'", "'fe80::1'", "'x'") + ")"
	case "cidr":
		return "cidr(" + steer.From(g.Choices, "'10.0.0.0/8'", "'::/0'", "'10.1.2.3/16'", "'x'") + ")"
	case "semver":
		return "semver(" + steer.From(g.Choices, "'1.2.3'", "'0.1.0-alpha.1+x'", "'1'", "'v1.2', true") + ")"
	case "format":
		return "format." + steer.From(g.Choices, formats...) + "()"
	}
	// There is no way to write an object: any field of that type, or self.
	if paths := g.paths[t]; len(paths) > 0 {
		return paths[g.Of(len(paths))]
	}
	return "self"
}

var formats = []string{"dns1123Label", "dns1123Subdomain", "dns1035Label", "qualifiedName", "dns1123LabelPrefix", "labelValue", "uri", "uuid", "byte", "date", "datetime", "nope"}

// text returns a literal of a string.
func (g *generator) text() string {
	if !g.plain && g.Seldom(4) {
		return steer.From(g.Choices, `'\n\t\\'`, `"\"q\""`, `r'\d+'`, `R"\."`, `'''a'b'''`, `"""a"b"""`, `r'''\'''`, `'\x41'`, `'\u00e9'`, `'\U0001F600'`, `'\101'`, `'ä'`, `'\?\a\b\f\v'`, "'''a\nb'''", "'''a\r\nb'''", `'\q'`, `"\'"`, `''''''`, "'\\`'")
	}
	return steer.From(g.Choices, "'a'", "''", "'abc'", "\"x\"", "'a,b'", "'10.0.0.1'", "'1'", "'k'", "'it is'", "'100Mi'", "'A-b'", "'true'", "'2024-01-01T00:00:00Z'", "'1s'", "'%s'")
}
