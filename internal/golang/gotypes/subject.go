package gotypes

import (
	"go/ast"
	"go/token"
	"slices"
)

// Subject is the field or the type that a place of a Go file is about.
type Subject struct {
	// IsType is set for the declaration of a type, IsKind if that is a kind.
	IsType, IsKind bool
	// Name is that in Go, At its position, and JSON that of a field.
	Name, JSON string
	At         Position
	// Type is the JSON type that controller-gen knows when it reads the markers; "" if only a reference says it.
	// ResultingType is the one in the CRD. IntOrString is set if the schema is one.
	Type, ResultingType string
	IntOrString         bool
	// Items is the same of the items of a list, and ItemFields and Fields are the names in JSON of the fields of the
	// items and of the subject.
	Items              *Subject
	ItemFields, Fields []string
	// Enum are the values in the CRD, and Constants the texts of the constants of the Go type.
	Enum      []any
	Constants []string
	// Markers are those that it has.
	Markers []Marker
}

// Subject finds what a byte of a Go file is about: the field or the type there, or the one that follows the comment
// there.
func (m *Module) Subject(name string, offset int, by Generator) (Subject, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.latest()
	p := c.packageOf(name)
	g := &generator{m: c, minor: c.generatorMinor(by, p), flats: map[*raw]*raw{}}
	for _, t := range p.declarations(name) {
		f := t.file
		if offset > f.tok.Size() {
			return Subject{}, false
		}
		pos := f.tok.Pos(offset)
		if t.spec.End() <= pos {
			continue
		}
		if field, ok := f.fieldAt(t, pos); ok {
			return g.subject(t, field), true
		}
		if onlyComments(f, pos, t.decl.Pos()) || onlyComments(f, pos, t.spec.Pos()) || t.decl.Pos() <= pos && pos <= t.spec.Name.End() {
			return g.subject(t, nil), true
		}
	}
	return Subject{}, false
}

// fieldAt returns the innermost field of a declaration that a place is in, or in the comment above.
func (f *file) fieldAt(t *typeDecl, pos token.Pos) (found *ast.Field, ok bool) {
	ast.Inspect(t.spec.Type, func(n ast.Node) bool {
		s, is := n.(*ast.StructType)
		if !is {
			return true
		}
		for _, field := range s.Fields.List {
			if field.Pos() <= pos && pos <= field.End() || pos < field.Pos() && s.Fields.Opening < pos && onlyComments(f, pos, field.Pos()) {
				found = field
			}
		}
		return true
	})
	return found, found != nil
}

// onlyComments reports whether nothing but comments and spaces stands between two places, the first of which may be in a
// comment.
func onlyComments(f *file, from, to token.Pos) bool {
	if from >= to {
		return false
	}
	for _, g := range f.ast.Comments {
		if g.Pos() <= from && from <= g.End() {
			from = g.End()
		}
	}
	for from < to {
		next := from
		for _, g := range f.ast.Comments {
			if g.Pos() >= from && g.End() <= to {
				if !blank(f, from, g.Pos()) {
					return false
				}
				next = g.End()
				break
			}
		}
		if next == from {
			return blank(f, from, to)
		}
		from = next
	}
	return true
}

func blank(f *file, from, to token.Pos) bool {
	for _, b := range f.src[f.tok.Offset(from):min(f.tok.Offset(to), len(f.src))] {
		if b != ' ' && b != '\t' && b != '\n' && b != '\r' {
			return false
		}
	}
	return true
}

// subject describes a field, or a type if the field is nil.
func (g *generator) subject(t *typeDecl, field *ast.Field) Subject {
	f := t.file
	if field == nil {
		s := g.named(&ref{p: f.p, t: t})
		out := g.described(s)
		out.IsType, out.IsKind, out.Name = true, f.p.isRoot(t, 0), t.spec.Name.Name
		out.At = g.m.position(at(f, t.spec.Name), true)
		out.Constants = constantsOf(t)
		for _, n := range t.typeMarkers() {
			out.Markers = append(out.Markers, Marker{n: n, m: g.m})
		}
		return out
	}
	s := g.expr(scope{f: f}, field.Type)
	out := g.described(s)
	out.Name = typeName(field.Type)
	if len(field.Names) > 0 {
		out.Name = field.Names[0].Name
	}
	out.JSON = tagOf(field).Name
	out.At = g.m.position(fieldAt(f, field), true)
	if s.ref != nil {
		out.Constants = constantsOf(s.ref.t)
	}
	to := target{f: f, t: t, field: field}
	for _, n := range to.notes() {
		out.Markers = append(out.Markers, Marker{n: n, m: g.m})
	}
	return out
}

// described says what markers about a schema have to fit.
func (g *generator) described(s *raw) Subject {
	flat := g.flat(s)
	var out Subject
	out.Type, _ = s.value("type").(string)
	out.ResultingType, _ = flat.value("type").(string)
	out.IntOrString = flat.word("x-kubernetes-int-or-string") != nil
	out.Enum, _ = flat.value("enum").([]any)
	out.Fields = slices.Clone(flat.names)
	if s.items != nil {
		items := g.described(s.items)
		out.Items, out.ItemFields = &items, items.Fields
	} else if flat.items != nil {
		out.ItemFields = slices.Clone(g.flat(flat.items).names)
	}
	return out
}

// constantsOf are the texts of the constants of a type, in their order.
func constantsOf(t *typeDecl) []string {
	if t.file == nil || t.file.p == nil {
		return nil
	}
	var all []string
	t.eachConstant(func(_ *file, _ ast.Expr, text string) { all = append(all, text) })
	return all
}
