package gotypes

import (
	"go/ast"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// generic are the types that stand for the parameters of a generic type.
type generic struct {
	names []string
	exprs []ast.Expr
	file  *file
	outer *generic
}

// scope is where the expression of a type stands.
type scope struct {
	f *file
	// t is the declaration that the expression is all of, nil elsewhere.
	t *typeDecl
	// params are those of the generic type around it.
	params *generic
}

type schemaKey struct {
	minor int
	name  string
	// checked is set for schemas that were made to find flaws.
	checked bool
}

// generator makes schemas as a version of controller-gen does.
type generator struct {
	m     *code
	minor int
	flats map[*raw]*raw
	// flaws are those of markers; nil if nobody asks for them.
	flaws *flawFinder
	// dirs are the folders of the packages whose types the schemas are of. isUnread is set if a type was not found.
	dirs     map[string]bool
	isUnread bool
	// agreed is family.agreed of all types, once the schemas stay the same from one module to the next.
	agreed map[agreement]map[string]any
}

// named is the schema of a declared type.
func (g *generator) named(to *ref) *raw {
	if s := g.known(to); s != nil {
		return s
	}
	if g.dirs != nil {
		g.dirs[to.p.dir] = true
	}
	key := schemaKey{g.minor, to.t.spec.Name.Name, g.flaws != nil}
	if to.g == nil {
		if s := to.p.schema[key]; s != nil {
			return s
		}
	}
	t := to.t
	s := &raw{}
	if text := g.minor >= 17 && to.p.hasMethod(t, "MarshalText", 0); to.p.hasMethod(t, "MarshalJSON", 0) && has(t.typeMarkers(), "kubebuilder:validation:Type") != nil {
		g.apply(s, t, t.typeMarkers(), onType)
	} else if text && !to.p.hasMethod(t, "MarshalJSON", 0) {
		s.set("type", "string", at(t.file, t.spec.Name))
		g.apply(s, t, t.typeMarkers(), onType)
	} else {
		s = g.expr(scope{t.file, t, to.g}, t.spec.Type)
		g.apply(s, t, t.typeMarkers(), onType)
	}
	s.at = at(t.file, t.spec.Name)
	s.doc = docAt(t.file, t.spec.Doc)
	if t.spec.Doc == nil && !t.decl.Lparen.IsValid() {
		s.doc = docAt(t.file, t.decl.Doc)
	}
	if to.g == nil {
		to.p.schema[key] = s
	}
	return s
}

// marshals reports whether the type of a schema says by its code how it is written.
func (g *generator) marshals(s *raw) bool {
	return s.of != nil && s.of.p.hasMethod(s.of.t, "MarshalJSON", 0)
}

// expr is the schema of the expression of a type.
func (g *generator) expr(in scope, expr ast.Expr) *raw {
	s := &raw{at: at(in.f, expr)}
	inside := scope{f: in.f, params: in.params}
	switch e := expr.(type) {
	case *ast.ParenExpr:
		return g.expr(in, e.X)
	case *ast.StarExpr:
		return g.expr(inside, e.X)
	case *ast.ArrayType:
		if id, ok := e.Elt.(*ast.Ident); ok && (id.Name == "byte" || id.Name == "uint8") && e.Len == nil && in.f.p.lookup(id.Name) == nil {
			s.set("type", "string", s.at)
			s.set("format", "byte", s.at)
			return s
		}
		s.set("type", "array", s.at)
		s.items = g.expr(inside, e.Elt)
	case *ast.MapType:
		s.set("type", "object", s.at)
		s.values = g.expr(inside, e.Value)
	case *ast.StructType:
		g.structure(s, in, e)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		g.name(s, inside, expr)
	}
	return s
}

// name is the schema of the name of a type.
func (g *generator) name(s *raw, in scope, expr ast.Expr) {
	f, p, params := in.f, in.f.p, in.params
	if id, ok := expr.(*ast.Ident); ok {
		if params != nil {
			if i := slices.Index(params.names, id.Name); i >= 0 && i < len(params.exprs) {
				here := s.at
				*s = *g.expr(scope{f: params.file, params: params.outer}, params.exprs[i])
				s.at = here
				return
			}
		}
		if p.lookup(id.Name) == nil {
			if typ, format := builtin(id.Name); typ != "" {
				s.set("type", typ, s.at)
				if format != "" {
					s.set("format", format, s.at)
				}
				return
			}
		}
	}
	q, t := p.resolve(f, expr)
	if t == nil {
		sel, ok := expr.(*ast.SelectorExpr)
		g.isUnread = true
		if s.unread = q == nil || !ok || !isKnown(q.path, sel.Sel.Name); s.unread {
			s.typ = unreadType(f, expr)
		} else {
			s.ref = &ref{p: q, t: &typeDecl{file: f, spec: &ast.TypeSpec{Name: sel.Sel}, decl: &ast.GenDecl{}, read: true}}
		}
		return
	}
	local := q == p
	// The markers of a local alias of another named type are not looked at.
	if local && t.spec.Assign.IsValid() {
		if to, decl := q.resolve(t.file, t.spec.Type); decl != nil {
			q, t = to, decl
		}
	}
	s.ref = &ref{p: q, t: t, g: bind(t, expr, f, params)}
	// As far as controller-gen says the type beside the reference: markers ask for it.
	typ, format := g.underlying(q, t, 0)
	switch {
	case typ == "array" || typ == "object":
		if g.minor >= withNamedLists {
			s.set("type", typ, s.at)
		}
	case typ != "" && local && (g.minor >= withNamedTypes || t.spec.Assign.IsValid()):
		s.set("type", typ, s.at)
		if format != "" {
			s.set("format", format, s.at)
		}
	}
}

// unreadType is the name of a type that is not on disk, with the path of its package. Where
// the import has no name of its own, its last elements are what the package is likely called.
func unreadType(f *file, expr ast.Expr) string {
	if e, ok := expr.(*ast.IndexExpr); ok {
		expr = e.X
	}
	sel, ok := expr.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok {
		return ""
	}
	for _, imp := range f.ast.Imports {
		path := importPath(imp)
		if imp.Name != nil && imp.Name.Name == x.Name || imp.Name == nil && strings.HasSuffix("/"+path, "/"+x.Name) {
			return path + "." + sel.Sel.Name
		}
	}
	return ""
}

// underlying is the JSON type of a named type that is a slice, a map or basic in the end,
// "" of structs and arrays.
func (g *generator) underlying(p *pkg, t *typeDecl, depth int) (typ, format string) {
	if isKnown(p.path, t.spec.Name.Name) || depth > 20 {
		return "", ""
	}
	switch e := t.spec.Type.(type) {
	case *ast.ArrayType:
		if e.Len != nil {
			return "", ""
		}
		return "array", ""
	case *ast.MapType:
		return "object", ""
	case *ast.Ident:
		if p.lookup(e.Name) == nil {
			typ, format = builtin(e.Name)
			if s := g.named(&ref{p: p, t: t}); typ != "" && s != nil {
				typ, _ = s.value("type").(string)
				format, _ = s.value("format").(string)
			}
			return typ, format
		}
	}
	if q, to := p.resolve(t.file, t.spec.Type); to != nil {
		return g.underlying(q, to, depth+1)
	}
	return "", ""
}

// bind says what stands for the parameters of a generic type.
func bind(t *typeDecl, expr ast.Expr, f *file, outer *generic) *generic {
	if t.spec.TypeParams == nil {
		return nil
	}
	b := &generic{file: f, outer: outer}
	for _, field := range t.spec.TypeParams.List {
		for _, n := range field.Names {
			b.names = append(b.names, n.Name)
		}
	}
	switch e := expr.(type) {
	case *ast.IndexExpr:
		b.exprs = []ast.Expr{e.Index}
	case *ast.IndexListExpr:
		b.exprs = e.Indices
	}
	return b
}

func builtin(name string) (typ, format string) {
	switch name {
	case "string":
		return "string", ""
	case "bool":
		return "boolean", ""
	case "int", "int8", "int16", "uint", "uint8", "uint16", "byte", "uintptr":
		return "integer", ""
	case "int32", "uint32", "rune":
		return "integer", "int32"
	case "int64", "uint64":
		return "integer", "int64"
	case "float32", "float64":
		return "number", ""
	}
	return "", ""
}

// structure is the schema of a struct: properties of its fields, beside the schemas of
// fields that are inline.
func (g *generator) structure(s *raw, in scope, e *ast.StructType) {
	f := in.f
	s.set("type", "object", s.at)
	s.props = map[string]*raw{}
	optional := f.p.packageMarkers()["kubebuilder:validation:Optional"] != nil
	after := e.Fields.Opening
	var trailing *ast.CommentGroup
	var immutable []word
	for _, field := range e.Fields.List {
		notes := f.fieldMarkers(field, after, trailing)
		after, trailing = field.End(), field.Comment
		tag, ok := jsonTag(field)
		if !ok || tag == "-" {
			continue
		}
		options := strings.Split(tag, ",")
		name := options[0]
		inline := name == "" || slices.Contains(options[1:], "inline")
		omit := slices.Contains(options[1:], "omitempty") || slices.Contains(options[1:], "omitzero") && g.minor >= withK8sLists
		for range max(1, len(field.Names)) {
			var need *place
			if at, required := g.required(f, field, notes, optional, inline || omit); required {
				need = &at
				s.required = append(s.required, word{"required", name, at})
			}
			prop := &raw{}
			if n := has(notes, "kubebuilder:validation:Schemaless"); n == nil {
				prop = g.expr(scope{f: f, params: in.params}, field.Type)
			}
			prop.at = fieldAt(f, field)
			prop.doc = docAt(f, field.Doc)
			if g.flaws != nil {
				g.flaws.known(notes, onField)
			}
			g.apply(prop, in.t, notes, onField)
			if inline {
				if w := prop.word("type"); prop.ref == nil && w != nil && w.value != "object" {
					s.unread = true // a name was forgotten in the tag; controller-gen refuses the type
				}
				s.embedded = append(s.embedded, prop)
				continue
			}
			if n := has(notes, "k8s:immutable"); n != nil && need == nil && g.minor >= withK8sEnum {
				immutable = append(immutable, word{rulesKeyword, map[string]any{
					"rule":    "!has(oldSelf." + name + ") || has(self." + name + ")",
					"message": "field " + name + " is immutable once set",
				}, noteAt(n, nil)})
			}
			if s.props[name] == nil {
				s.names = append(s.names, name)
			}
			s.props[name] = prop
		}
	}
	s.rules = append(s.rules, immutable...)
}

func jsonTag(field *ast.Field) (string, bool) {
	if field.Tag == nil {
		return "", false
	}
	text, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return "", false
	}
	return reflect.StructTag(text).Lookup("json")
}

func fieldAt(f *file, field *ast.Field) place {
	if len(field.Names) > 0 {
		return at(f, field.Names[0])
	}
	return at(f, field.Type)
}

// required reports whether a field is required, and what says so.
func (g *generator) required(f *file, field *ast.Field, notes []*note, optional, implicit bool) (place, bool) {
	if g.minor < withRequired {
		return requiredUntil15(f, field, notes, optional, implicit)
	}
	if has(notes, "kubebuilder:validation:Optional") != nil {
		return place{}, false
	}
	if n := has(notes, "kubebuilder:validation:Required"); n != nil {
		return noteAt(n, nil), true
	}
	if has(notes, "optional") != nil || g.minor >= withAtLeast && has(notes, "k8s:optional") != nil {
		return place{}, false
	}
	if n := has(notes, "required"); n != nil {
		return noteAt(n, nil), true
	}
	if n := has(notes, "k8s:required"); n != nil && g.minor >= withAtLeast {
		return noteAt(n, nil), true
	}
	if optional || implicit {
		return place{}, false
	}
	return at(f, field.Tag), true // it has no omitempty
}

// requiredUntil15 is required of controller-gen until v0.15: omitempty overrides the marker Required, which
// has an effect only in packages whose fields are optional by a marker.
func requiredUntil15(f *file, field *ast.Field, notes []*note, optional, implicit bool) (place, bool) {
	marker := has(notes, "kubebuilder:validation:Required")
	switch {
	case optional && marker == nil:
		return place{}, false
	case !optional && (implicit || has(notes, "kubebuilder:validation:Optional") != nil || has(notes, "optional") != nil):
		return place{}, false
	case marker != nil:
		return noteAt(marker, nil), true
	}
	return at(f, field.Tag), true
}
