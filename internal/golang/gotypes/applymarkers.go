package gotypes

import (
	"go/ast"
	"go/token"
	"slices"
	"sort"
	"strconv"
)

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
		g.flaws.applied(s, o.n, o.m, o.name)
		g.applyOne(s, t, o.n, o.m, o.name)
	}
	if len(items) > 0 && s.items != nil {
		// The schema of the items may be that of others too, if it has a name.
		own := *s.items
		own.words, own.rules, own.said = slices.Clone(own.words), slices.Clone(own.rules), slices.Clone(own.said)
		s.items = &own
		for _, o := range items {
			g.flaws.applied(s.items, o.n, o.m, o.name)
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
		if object, ok := v.(map[string]any); ok && len(object) == 0 {
			if g.minor < withEmptyObjects {
				return // {} is read as no value
			}
			if s.value("type") == "array" {
				v = []any{}
			}
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
	t.eachConstant(func(f *file, value ast.Expr, text string) {
		all = append(all, text)
		s.said = append(s.said, word{"enum", text, at(f, value)})
	})
	sort.Slice(all, func(i, j int) bool { return all[i].(string) < all[j].(string) })
	if len(all) > 0 {
		s.set("type", "string", here)
		s.set("enum", all, here)
	}
}

// eachConstant calls yield with the constants of the type in its package, in their order.
func (t *typeDecl) eachConstant(yield func(f *file, value ast.Expr, text string)) {
	for _, f := range t.file.p.files {
		if !mentions(f.src, t.spec.Name.Name) || !mentions(f.src, "const") {
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
						yield(f, value, text)
					}
				}
			}
		}
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
