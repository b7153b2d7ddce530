package gotypes

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// raw is the schema of a type or of a field as it is written: with references to the
// schemas of named types, and with those of embedded fields beside. See flat.
type raw struct {
	// at is the field, the type or the part of a type's expression.
	at    place
	words []word // keywords with one value each, by name
	rules []word
	// required are the names of fields, in the order of the file.
	required []word
	props    map[string]*raw
	names    []string
	items    *raw
	values   *raw // additionalProperties
	anyValue bool // additionalProperties: true
	anyOf    []*raw
	allOf    []*raw
	embedded []*raw
	ref      *ref
	// home is where the type is declared that the schema is of, if it has a name, which is of.
	home place
	of   *ref
	// doc is the comment that is the description.
	doc place
	// said are all words that were said of it, also those that others override.
	said []word
	// perhaps is set if controller-gen writes the properties with an option only.
	perhaps bool
	// unread is set if a type is not on disk, so that its schema is not known, and typ is then
	// its name with the path of its package, if that is known.
	unread bool
	typ    string
}

// word is what a place in Go says about a keyword.
type word struct {
	keyword string
	value   any
	at      place
}

// place is a part of a file.
type place struct {
	file *file
	pos  token.Pos
	n    int // its length in bytes
	note *note
	args *args
}

func (p place) ok() bool { return p.file != nil }

// ref is a named type that a schema refers to.
type ref struct {
	p *pkg
	t *typeDecl
	g *generic
}

// generic are the types that stand for the parameters of a generic type.
type generic struct {
	names []string
	exprs []ast.Expr
	file  *file
	outer *generic
}

type schemaKey struct {
	minor int
	name  string
}

// generator makes schemas as a version of controller-gen does.
type generator struct {
	m     *code
	minor int
	flats map[*raw]*raw
}

func (r *raw) word(keyword string) *word {
	for i := range r.words {
		if r.words[i].keyword == keyword {
			return &r.words[i]
		}
	}
	return nil
}

func (r *raw) value(keyword string) any {
	if w := r.word(keyword); w != nil {
		return w.value
	}
	return nil
}

func (r *raw) set(keyword string, value any, at place) {
	r.said = append(r.said, word{keyword, value, at})
	if w := r.word(keyword); w != nil {
		w.value, w.at = value, at
		return
	}
	r.words = append(r.words, word{keyword, value, at})
}

func (r *raw) drop(keyword string) {
	r.words = slices.DeleteFunc(slices.Clone(r.words), func(w word) bool { return w.keyword == keyword })
}

func at(f *file, n ast.Node) place { return place{file: f, pos: n.Pos(), n: int(n.End() - n.Pos())} }

func noteAt(n *note, a *args) place {
	return place{file: n.file, pos: n.pos, n: len(n.text), note: n, args: a}
}

func docAt(f *file, g *ast.CommentGroup) place {
	if g == nil {
		return place{}
	}
	for _, c := range g.List {
		if !isMarker(c) && !isDirective(c.Text) && strings.Trim(c.Text, "/ \t") != "" {
			return place{file: f, pos: c.Pos(), n: len(c.Text)}
		}
	}
	return place{}
}

// isDirective reports whether a comment is one for a tool, as //nolint:all, which Go does
// not count as documentation.
func isDirective(text string) bool {
	name, rest, ok := strings.Cut(strings.TrimPrefix(text, "//"), ":")
	small := func(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' }
	return ok && name != "" && rest != "" && small(rune(rest[0])) && !strings.ContainsFunc(name, func(r rune) bool { return !small(r) })
}

// named is the schema of a declared type.
func (g *generator) named(to *ref) *raw {
	if s := g.known(to); s != nil {
		return s
	}
	key := schemaKey{g.minor, to.t.spec.Name.Name}
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
		s = g.expr(to.p, t.file, t.spec.Type, t, to.g)
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

// expr is the schema of the expression of a type. t is the declaration that the expression
// is all of, nil elsewhere.
func (g *generator) expr(p *pkg, f *file, expr ast.Expr, t *typeDecl, params *generic) *raw {
	s := &raw{at: at(f, expr)}
	switch e := expr.(type) {
	case *ast.ParenExpr:
		return g.expr(p, f, e.X, t, params)
	case *ast.StarExpr:
		return g.expr(p, f, e.X, nil, params)
	case *ast.ArrayType:
		if id, ok := e.Elt.(*ast.Ident); ok && (id.Name == "byte" || id.Name == "uint8") && e.Len == nil && p.lookup(id.Name) == nil {
			s.set("type", "string", s.at)
			s.set("format", "byte", s.at)
			return s
		}
		s.set("type", "array", s.at)
		s.items = g.expr(p, f, e.Elt, nil, params)
	case *ast.MapType:
		s.set("type", "object", s.at)
		s.values = g.expr(p, f, e.Value, nil, params)
	case *ast.StructType:
		g.structure(s, p, f, e, t, params)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		g.name(s, p, f, expr, params)
	}
	return s
}

// name is the schema of the name of a type.
func (g *generator) name(s *raw, p *pkg, f *file, expr ast.Expr, params *generic) {
	if id, ok := expr.(*ast.Ident); ok {
		if params != nil {
			if i := slices.Index(params.names, id.Name); i >= 0 && i < len(params.exprs) {
				here := s.at
				*s = *g.expr(params.file.p, params.file, params.exprs[i], nil, params.outer)
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
	if g.minor < 17 {
		return
	}
	switch typ, format := g.underlying(q, t, 0); {
	case typ == "array" || typ == "object":
		s.set("type", typ, s.at)
	case typ != "" && local:
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

// underlying is the JSON type of a named type that is a list, a map or basic in the end,
// "" of structs.
func (g *generator) underlying(p *pkg, t *typeDecl, depth int) (typ, format string) {
	if isKnown(p.path, t.spec.Name.Name) || depth > 20 {
		return "", ""
	}
	switch e := t.spec.Type.(type) {
	case *ast.ArrayType:
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
func (g *generator) structure(s *raw, p *pkg, f *file, e *ast.StructType, t *typeDecl, params *generic) {
	s.set("type", "object", s.at)
	s.props = map[string]*raw{}
	optional := p.packageMarkers()["kubebuilder:validation:Optional"] != nil
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
				prop = g.expr(p, f, field.Type, nil, params)
			}
			prop.at = fieldAt(f, field)
			prop.doc = docAt(f, field.Doc)
			g.apply(prop, t, notes, onField)
			if inline {
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
	if has(notes, "kubebuilder:validation:Optional") != nil {
		return place{}, false
	}
	if n := has(notes, "kubebuilder:validation:Required"); n != nil {
		return noteAt(n, nil), true
	}
	if has(notes, "optional") != nil || g.minor >= withAtLeast && has(notes, "k8s:optional") != nil {
		return place{}, false
	}
	if n := has(notes, "required"); n != nil && g.minor >= withRequired {
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

// apply applies the markers of a type or of a field to its schema.
func (g *generator) apply(s *raw, t *typeDecl, notes []*note, where on) {
	type one struct {
		n    *note
		m    marker
		name string
		rank int
	}
	var plain, items []one
	for _, n := range notes {
		m, item, name, ok := knownMarker(n, where)
		if !ok || m.since > g.minor {
			continue
		}
		if item {
			items = append(items, one{n, m, name, m.rank})
		} else {
			plain = append(plain, one{n, m, name, m.rank})
		}
	}
	byRank := func(all []one) { sort.SliceStable(all, func(i, j int) bool { return all[i].rank < all[j].rank }) }
	byRank(plain)
	byRank(items)
	for _, o := range plain {
		g.applyOne(s, t, o.n, o.m, o.name)
	}
	if len(items) > 0 && s.items != nil {
		// The schema of the items may be that of others too, if it has a name.
		own := *s.items
		own.words, own.rules, own.said = slices.Clone(own.words), slices.Clone(own.rules), slices.Clone(own.said)
		s.items = &own
		for _, o := range items {
			g.applyOne(s.items, t, o.n, o.m, o.name)
		}
	}
}

func (g *generator) applyOne(s *raw, t *typeDecl, n *note, m marker, name string) {
	a := parseArgs(n, m.arg, m.fields)
	if a.bad {
		return
	}
	here := noteAt(n, a)
	switch m.keyword {
	case "":
	case "required":
		if name == "k8s:required" && g.minor >= withK8sBounds {
			g.notEmpty(s, here)
		}
	case rulesKeyword:
		rule := a.fields
		switch name {
		case "k8s:immutable":
			rule = map[string]any{"rule": "self == oldSelf", "message": "field is immutable"}
		case "kubebuilder:validation:AtMostOneOf", "kubebuilder:validation:ExactlyOneOf", "kubebuilder:validation:AtLeastOneOf":
			list, _ := a.value.([]any)
			if len(list) == 0 {
				return
			}
			rule = oneOfRule(name, list, g.minor)
		}
		s.rules = append(s.rules, word{rulesKeyword, rule, here})
		s.said = append(s.said, word{rulesKeyword, rule, here})
	case "x-kubernetes-list-map-keys":
		old, _ := s.value(m.keyword).([]any)
		if slices.Contains(old, a.value) && g.minor >= withK8sBounds {
			return
		}
		s.said = append(s.said, word{m.keyword, a.value, here})
		if w := s.word(m.keyword); w != nil {
			w.value = append(slices.Clone(old), a.value)
		} else {
			s.words = append(s.words, word{m.keyword, []any{a.value}, here})
		}
	case "enum":
		if name == "k8s:enum" {
			g.constants(s, t, here)
			return
		}
		s.set("enum", a.value, here)
	case "externalDocs":
		docs := map[string]any{}
		for k, v := range a.fields {
			if v != "" {
				docs[k] = v
			}
		}
		s.set(m.keyword, docs, here)
	case "exclusiveMaximum", "exclusiveMinimum", "uniqueItems":
		if a.value == true {
			s.set(m.keyword, true, here)
		} else {
			s.drop(m.keyword)
		}
	case "default":
		v := a.value
		if object, ok := v.(map[string]any); ok && len(object) == 0 && s.value("type") == "array" {
			v = []any{}
		}
		if v != nil {
			s.set(m.keyword, v, here)
		}
	case "title", "format", "pattern", "type":
		if text, ok := a.value.(string); ok && text != "" {
			s.set(m.keyword, text, here)
		} else if m.keyword != "title" {
			s.drop(m.keyword)
		}
	default:
		s.set(m.keyword, a.value, here)
	}
}

// notEmpty is what k8s:required says beside that the field is required.
func (g *generator) notEmpty(s *raw, here place) {
	keyword := ""
	switch s.value("type") {
	case "string":
		keyword = "minLength"
	case "array":
		keyword = "minItems"
	case "object":
		keyword = "minProperties"
	default:
		if s.ref != nil {
			keyword = "minProperties"
		}
	}
	if keyword != "" && s.word(keyword) == nil {
		s.set(keyword, int64(1), here)
	}
}

// constants makes an enum of the constants of a type.
func (g *generator) constants(s *raw, t *typeDecl, here place) {
	var all []any
	for _, f := range t.file.p.files {
		if !mentions(f.text(), t.spec.Name.Name) || !mentions(f.src, "const") {
			continue
		}
		f.parse()
		if f.ast == nil {
			continue
		}
		for _, d := range f.ast.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.CONST {
				continue
			}
			for _, spec := range decl.Specs {
				v := spec.(*ast.ValueSpec)
				for _, value := range v.Values {
					if text, ok := constantOf(v, value, t.spec.Name.Name); ok {
						all = append(all, text)
						s.said = append(s.said, word{"enum", text, at(f, value)})
					}
				}
			}
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].(string) < all[j].(string) })
	if len(all) > 0 {
		s.set("type", "string", here)
		s.set("enum", all, here)
	}
}

func constantOf(v *ast.ValueSpec, value ast.Expr, typ string) (string, bool) {
	if id, ok := v.Type.(*ast.Ident); !ok || id.Name != typ {
		return "", false
	}
	lit, ok := value.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}
