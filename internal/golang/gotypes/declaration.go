package gotypes

import (
	"go/ast"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// Declaration is a declared Go type, as checks of Go code see it: its markers and, behind its name, its type.
type Declaration struct {
	Name    string
	Markers []Marker
	Type    *Type
	// Version is the index of the version of the CRD that the type is first used in, and Path leads to its first
	// schema there, below openAPIV3Schema.
	Version int
	Path    []finding.Segment
	// Elsewhere is set for types of other modules. Of their fields only the tags are known.
	Elsewhere bool
	// Opaque is set if the fields do not show the JSON of the type: methods write it.
	Opaque bool
	// GeneratorMinor is the minor version of controller-gen 0.x, and GoMinor that of Go 1.x in the go.mod of the
	// types. They are those of the newest if nothing says them.
	GeneratorMinor, GoMinor int

	m  *code
	at place
}

// Type is the type of a field, or the one behind the name of a declaration.
type Type struct {
	Pointer bool
	// Decl is the declaration of a type that has a name, without the pointer; nil for others. Local is set if it
	// is of the same package.
	Decl  *Declaration
	Local bool
	// Elem is the type of the items of a list or of the values of a map.
	Elem *Type
	// Fields are those of a struct without a name.
	Fields []*Field

	kind Kind
}

// Kind is the kind of Go type that a name stands for.
type Kind uint8

// The kinds. Unknown are types whose code is not on disk, interfaces, and parameters of generic types.
const (
	Unknown Kind = iota
	Bool
	Integer
	Float
	String
	Bytes
	List
	Map
	Struct
	Pointer
)

// Field is a field of a struct.
type Field struct {
	// Name is the name in Go, and Qualified that with the type around it. An embedded field has the name of its type.
	Name, Qualified string
	Embedded        bool
	Tag             Tag
	Markers         []Marker
	Type            *Type
	// NoLint is set if a comment tells golangci-lint to ignore what kube-api-linter reports of the field.
	NoLint bool
	// Path leads to the field's schema, or to that of the struct for a field without a name in JSON.
	Path []finding.Segment

	m       *code
	at, doc place
}

// At is the position of the name of the type.
func (d *Declaration) At() Position { return d.m.position(d.at, true) }

// At is the position of the field's name.
func (f *Field) At() Position { return f.m.position(f.at, true) }

// Doc returns the first line of the comment that documents the field, and its position; ok is false if there is none.
func (f *Field) Doc() (text string, at Position, ok bool) {
	if !f.doc.ok() {
		return "", Position{}, false
	}
	start := f.doc.file.tok.Offset(f.doc.pos)
	text = string(f.doc.file.src[start : start+f.doc.n])
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, "//"), "/*"))
	text, _, _ = strings.Cut(text, "\n")
	return strings.TrimSpace(text), f.m.position(f.doc, true), true
}

// mostNames bounds how many names may stand for one another: code that does not compile may have a circle.
const mostNames = 20

// behind returns the type without a name that a type stands for.
func (t *Type) behind() *Type {
	for range mostNames {
		if t.Decl == nil || t.Decl.Type == nil {
			return t
		}
		t = t.Decl.Type
	}
	return &Type{}
}

// Kind returns the kind of the type behind all names, without the pointer of the type itself.
func (t *Type) Kind() Kind {
	b := t.behind()
	if b != t && b.Pointer {
		return Pointer
	}
	return b.kind
}

// Struct returns the fields of the struct behind all names.
func (t *Type) Struct() []*Field { return t.behind().Fields }

// Named returns the declarations of the names that stand for the type, the type's own name first.
func (t *Type) Named() []*Declaration {
	var all []*Declaration
	for len(all) < mostNames && t.Decl != nil {
		all = append(all, t.Decl)
		if t = t.Decl.Type; t == nil {
			break
		}
	}
	return all
}

// AllMarkers returns the markers of a field: first those of its types, then its own.
func (f *Field) AllMarkers() []Marker {
	var all []Marker
	for _, d := range f.Type.Named() {
		all = append(all, d.Markers...)
	}
	return append(all, f.Markers...)
}

// AllFields returns the fields of a struct, each followed by those of the structs without a name in its type.
// Fields that are not in the CRD are left out, and those that a comment ignores.
func (d *Declaration) AllFields() []*Field {
	var all []*Field
	if d.Opaque {
		return nil
	}
	var add func(t *Type)
	add = func(t *Type) {
		for ; t != nil && t.Decl == nil; t = t.Elem {
			for _, f := range t.Fields {
				if f.Tag.Ignored || f.schemaless() {
					continue
				}
				if !f.NoLint {
					all = append(all, f)
				}
				add(f.Type)
			}
		}
	}
	add(d.Type)
	return all
}

func (f *Field) schemaless() bool { return HasMarker(f.Markers, "kubebuilder:validation:Schemaless") }

// declarer reads declarations, each once.
type declarer struct {
	m   *code
	by  Generator
	all map[*typeDecl]*Declaration
}

// declare reads a declaration.
func (d *declarer) declare(p *pkg, t *typeDecl) *Declaration {
	if known := d.all[t]; known != nil {
		return known
	}
	to := &Declaration{
		Name: t.spec.Name.Name, Elsewhere: d.m.elsewhere(t.file.name), GeneratorMinor: d.m.generatorMinor(d.by, p), GoMinor: d.m.goMinor(p),
		m: d.m, at: at(t.file, t.spec.Name),
	}
	d.all[t] = to
	for _, n := range t.typeMarkers() {
		to.Markers = append(to.Markers, Marker{n: n, m: d.m})
	}
	to.Opaque = isKnown(p.importPath(), to.Name) || p.hasMethod(t, "MarshalJSON", 0) || p.hasMethod(t, "MarshalText", 0)
	in := typeScope{p: p, f: t.file, owner: to}
	if t.spec.TypeParams != nil {
		for _, field := range t.spec.TypeParams.List {
			for _, n := range field.Names {
				in.params = append(in.params, n.Name)
			}
		}
	}
	to.Type = d.typeOf(in, t.spec.Type, to.Name)
	return to
}

// typeScope is where the expression of a type stands.
type typeScope struct {
	p      *pkg
	f      *file
	owner  *Declaration
	params []string
}

// typeOf reads the expression of a type; name is that of what has the type.
func (d *declarer) typeOf(in typeScope, expr ast.Expr, name string) *Type {
	switch e := expr.(type) {
	case *ast.ParenExpr:
		return d.typeOf(in, e.X, name)
	case *ast.StarExpr:
		to := *d.typeOf(in, e.X, name)
		if to.Pointer {
			return &Type{Pointer: true, kind: Pointer}
		}
		to.Pointer = true
		return &to
	case *ast.ArrayType:
		if id, ok := e.Elt.(*ast.Ident); ok && (id.Name == "byte" || id.Name == "uint8") && e.Len == nil && in.p.lookup(id.Name) == nil {
			return &Type{kind: Bytes}
		}
		return &Type{kind: List, Elem: d.typeOf(in, e.Elt, name)}
	case *ast.MapType:
		return &Type{kind: Map, Elem: d.typeOf(in, e.Value, name)}
	case *ast.StructType:
		return &Type{kind: Struct, Fields: d.fields(in, e, name)}
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		return d.nameOf(in, expr)
	}
	return &Type{}
}

// nameOf reads the name of a type.
func (d *declarer) nameOf(in typeScope, expr ast.Expr) *Type {
	id, isIdent := expr.(*ast.Ident)
	if isIdent {
		for _, p := range in.params {
			if p == id.Name {
				return &Type{}
			}
		}
		if in.p.lookup(id.Name) == nil {
			if kind := builtinKind(id.Name); kind != Unknown {
				return &Type{kind: kind}
			}
		}
	}
	q, t := in.p.resolve(in.f, expr)
	if t != nil {
		return &Type{Decl: d.declare(q, t), Local: isIdent && q == in.p}
	}
	if sel, ok := expr.(*ast.SelectorExpr); ok && q != nil && isKnown(q.importPath(), sel.Sel.Name) {
		return &Type{kind: Struct, Decl: &Declaration{Name: sel.Sel.Name, Elsewhere: true, Opaque: true, Type: &Type{kind: Struct}}}
	}
	return &Type{}
}

func builtinKind(name string) Kind {
	switch typ, _ := builtin(name); typ {
	case "boolean":
		return Bool
	case "integer":
		return Integer
	case "number":
		return Float
	case "string":
		return String
	}
	return Unknown
}

// fields reads the fields of a struct.
func (d *declarer) fields(in typeScope, e *ast.StructType, owner string) []*Field {
	var all []*Field
	after := e.Fields.Opening
	var trailing *ast.CommentGroup
	for _, field := range e.Fields.List {
		notes := in.f.fieldMarkers(field, after, trailing)
		after, trailing = field.End(), field.Comment
		to := &Field{m: d.m, at: fieldAt(in.f, field), doc: docAt(in.f, field.Doc), Tag: tagOf(field), Embedded: len(field.Names) == 0,
			NoLint: hasNoLint(field.Doc) || hasNoLint(field.Comment)}
		if to.Embedded {
			to.Name = typeName(field.Type)
		} else {
			to.Name = field.Names[0].Name
		}
		to.Qualified = owner + "." + to.Name
		for _, n := range notes {
			to.Markers = append(to.Markers, Marker{n: n, m: d.m})
		}
		if to.Type = (&Type{}); !in.owner.Elsewhere {
			to.Type = d.typeOf(in, field.Type, to.Qualified)
		}
		all = append(all, to)
	}
	return all
}

// hasNoLint reports whether a comment group has a directive for golangci-lint that ignores kube-api-linter, or all linters.
func hasNoLint(g *ast.CommentGroup) bool {
	if g == nil {
		return false
	}
	for _, c := range g.List {
		text, ok := strings.CutPrefix(c.Text, "//nolint")
		if !ok {
			continue
		}
		if text, _, _ = strings.Cut(text, "//"); strings.TrimSpace(text) == "" {
			return true
		}
		if list, ok := strings.CutPrefix(text, ":"); ok {
			for name := range strings.SplitSeq(list, ",") {
				if name = strings.TrimSpace(name); name == "kubeapilinter" || name == "all" {
					return true
				}
			}
		}
	}
	return false
}

// typeName is the name of an embedded type.
func typeName(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.ParenExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}
