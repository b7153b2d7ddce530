package gotypes

import (
	"bytes"
	"go/ast"
	"go/token"
	"strings"
	"unicode/utf8"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// target is what a marker can be written above: a field, or the declaration of a type.
type target struct {
	f     *file
	field *ast.Field // nil of a type
	t     *typeDecl  // the type, or that with the field
	items bool       // it is about the items of the list that this is
	// typ and intOrString are what controller-gen knows of the schema when it reads the
	// marker.
	typ         string
	intOrString bool
	isStruct    bool
}

// targets are the places at which markers about a schema can stand, the one first that is
// about least else: a field before its type.
func (r *Root) targets(path []finding.Segment) []target {
	un := r.written(path)
	if un == nil {
		return nil
	}
	var all []target
	flat := r.gen.flat(un)
	base := target{isStruct: flat.props != nil}
	base.typ, _ = un.value("type").(string)
	base.intOrString = un.word("x-kubernetes-int-or-string") != nil
	if to, ok := un.at.target(base); ok {
		all = append(all, to)
	}
	if un.ref != nil && un.ref.p.types[un.ref.t.spec.Name.Name] == un.ref.t && un.ref.g == nil {
		s := r.gen.named(un.ref)
		base.f, base.t = un.ref.t.file, un.ref.t
		base.typ, _ = s.value("type").(string)
		base.intOrString = s.word("x-kubernetes-int-or-string") != nil
		all = append(all, base)
	}
	return all
}

// written is the schema at a path as it is written: with what its field says, and the name
// of its type.
func (r *Root) written(path []finding.Segment) *raw {
	if len(path) == 0 {
		return r.root
	}
	last := path[len(path)-1]
	if len(path) >= 2 && path[len(path)-2].Name == "properties" {
		s, rest, ok := r.schema(path[:len(path)-2])
		if !ok || len(rest) > 0 {
			return nil
		}
		return s.props[last.Name]
	}
	s, rest, ok := r.schema(path[:len(path)-1])
	if !ok || len(rest) > 0 {
		return nil
	}
	switch last.Name {
	case "items":
		return s.items
	case "additionalProperties":
		return s.values
	}
	return nil
}

// target is what stands at a place.
func (p place) target(base target) (target, bool) {
	if !p.ok() || p.note != nil {
		return target{}, false
	}
	field, t := p.file.owner(p.pos)
	if t == nil {
		return target{}, false
	}
	base.f, base.t, base.field = p.file, t, field
	var typ ast.Expr
	switch {
	case field == nil && p.pos == t.spec.Name.Pos():
		return base, true
	case field == nil:
		typ = t.spec.Type
	case len(field.Names) > 1:
		return target{}, false // which the marker would be about as well
	case len(field.Names) == 1 && p.pos == field.Names[0].Pos() || len(field.Names) == 0 && p.pos == field.Type.Pos():
		return base, true
	default:
		typ = field.Type
	}
	if list, ok := bare(typ).(*ast.ArrayType); ok && bare(list.Elt).Pos() == p.pos {
		base.items = true
		return base, true
	}
	return target{}, false
}

// bare is a type without parentheses and without the star of pointers.
func bare(e ast.Expr) ast.Expr {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return e
		}
	}
}

// owner is the field that a place is in, nil if it is in none, and the declaration of the
// type that it is in.
func (f *file) owner(pos token.Pos) (field *ast.Field, t *typeDecl) {
	for _, d := range f.ast.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.TYPE || pos < decl.Pos() || decl.End() <= pos {
			continue
		}
		for _, s := range decl.Specs {
			spec := s.(*ast.TypeSpec)
			if pos < spec.Pos() || spec.End() <= pos {
				continue
			}
			if t = f.p.types[spec.Name.Name]; t == nil || t.spec != spec {
				return nil, nil // it is declared twice
			}
			ast.Inspect(spec.Type, func(n ast.Node) bool {
				if n == nil || pos < n.Pos() || n.End() <= pos {
					return false
				}
				if x, ok := n.(*ast.Field); ok {
					field = x
				}
				return true
			})
			return field, t
		}
	}
	return nil, nil
}

// name is what Go calls it.
func (to *target) name() string {
	switch {
	case to.field == nil:
		return to.t.spec.Name.Name
	case len(to.field.Names) > 0:
		return to.field.Names[0].Name
	}
	e := bare(to.field.Type)
	if sel, ok := e.(*ast.SelectorExpr); ok {
		return sel.Sel.Name
	}
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return to.t.spec.Name.Name
}

// at is where it stands.
func (to *target) at() place {
	if to.field != nil {
		return fieldAt(to.f, to.field)
	}
	return at(to.f, to.t.spec.Name)
}

// notes are its markers.
func (to *target) notes() []*note {
	if to.field == nil {
		return to.t.typeMarkers()
	}
	var all []*note
	ast.Inspect(to.t.spec.Type, func(n ast.Node) bool {
		s, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		after := s.Fields.Opening
		var trailing *ast.CommentGroup
		for _, field := range s.Fields.List {
			if field == to.field {
				all = to.f.fieldMarkers(field, after, trailing)
			}
			after, trailing = field.End(), field.Comment
		}
		return true
	})
	return all
}

// ours reports whether a file is the author's to change: it is in their repository, and
// nothing generates it.
func (m *Module) ours(f *file) bool {
	if m.elsewhere(f.name) || !isBelow(f.name, m.repository()) {
		return false
	}
	head := f.src[:min(len(f.src), 2000)]
	for line := range bytes.Lines(head) {
		if bytes.HasPrefix(line, []byte("// Code generated ")) && bytes.HasSuffix(bytes.TrimRight(line, "\r\n"), []byte(" DO NOT EDIT.")) {
			return false
		}
	}
	return true
}

// insertion is where a new marker goes, and what its line begins with: behind the last
// marker, else behind the comment, else above.
func (to *target) insertion() (offset int, indent, style string, ok bool) {
	f := to.f
	doc, start := to.doc()
	var last *ast.Comment
	lastOf := func(g *ast.CommentGroup, markers bool) {
		if g == nil {
			return
		}
		for _, c := range g.List {
			if !markers || isMarker(c) {
				last = c
			}
		}
	}
	if lastOf(doc, true); last == nil {
		if notes := to.notes(); len(notes) > 0 {
			pos := notes[len(notes)-1].pos
			for _, g := range f.ast.Comments {
				if g.Pos() <= pos && pos < g.End() {
					lastOf(g, true)
				}
			}
		} else {
			lastOf(doc, false)
		}
	}
	style = f.style(last)
	at := start
	if last != nil {
		if !strings.HasPrefix(last.Text, "//") {
			return 0, "", "", false
		}
		at = last.Pos()
	}
	from := f.tok.Offset(f.tok.LineStart(f.tok.Line(at)))
	indent = string(f.src[from:f.tok.Offset(at)])
	if strings.TrimSpace(indent) != "" {
		return 0, "", "", false // something else is on the line
	}
	if last == nil {
		return from, indent, style, true
	}
	end := f.lineEnd(f.tok.Offset(last.Pos()))
	return end, indent, style, end > 0
}

// doc is the comment of a target, and where what it is about starts.
func (to *target) doc() (*ast.CommentGroup, token.Pos) {
	switch {
	case to.field != nil:
		return to.field.Doc, to.field.Pos()
	case to.t.decl.Lparen.IsValid() || to.t.spec.Doc != nil:
		return to.t.spec.Doc, to.t.spec.Pos()
	}
	return to.t.decl.Doc, to.t.decl.Pos()
}

// style is what stands in front of the plus sign: as at a marker near by, else at the first
// of the file.
func (f *file) style(near *ast.Comment) string {
	if near != nil && isMarker(near) {
		at, _ := markerText(near)
		return near.Text[:at]
	}
	for _, g := range f.ast.Comments {
		for _, c := range g.List {
			if at, ok := markerText(c); ok {
				return c.Text[:at]
			}
		}
	}
	return "// "
}

// lineEnd is where the line after that of an offset starts.
func (f *file) lineEnd(offset int) int {
	i := bytes.IndexByte(f.src[offset:], '\n')
	if i < 0 {
		return -1
	}
	return offset + i + 1
}

// lineColumn is the line and the column of an offset, which count from 1.
func (f *file) lineColumn(offset int) (line, column int) {
	line = f.tok.Line(f.tok.Pos(offset))
	start := f.tok.Offset(f.tok.LineStart(line))
	return line, utf8.RuneCount(f.src[start:offset]) + 1
}
