package gotypes

// schemaWriter writes schemas as controller-gen does.
type schemaWriter struct {
	g *generator
	// described is set if descriptions are written.
	described bool

	around  []*typeDecl // the types whose schemas are being written
	written int
	// unknown are the names of fields that are not written, as their types are not known.
	unknown []string
}

// mostWritten bounds how many schemas are written for one field. The largest CRDs have some 20,000 in all.
const mostWritten = 100_000

// schema writes a flat schema; ok is false if its type is not known.
func (w *schemaWriter) schema(s *raw) (value map[string]any, ok bool) {
	w.written, w.around = 0, nil
	if s.unread {
		return nil, false
	}
	value = w.one(s)
	return value, w.written <= mostWritten
}

// list writes branches.
func (w *schemaWriter) list(branches []*raw) []any {
	var all []any
	for _, b := range branches {
		all = append(all, w.one(w.g.flat(b)))
	}
	return all
}

func (w *schemaWriter) one(s *raw) map[string]any {
	y := map[string]any{}
	if w.written++; w.written > mostWritten {
		return y
	}
	if s.of != nil {
		for _, t := range w.around {
			if t == s.of.t && s.of.g == nil {
				return y // controller-gen does not follow a type that holds itself
			}
		}
		w.around = append(w.around, s.of.t)
		defer func() { w.around = w.around[:len(w.around)-1] }()
	}
	for _, word := range s.words {
		setOrDelete(y, word.keyword, word.value)
	}
	if text := w.description(s); w.described && text != "" {
		y["description"] = text
	}
	var names, rules []any
	for _, r := range requiredOf(s) {
		if next := s.props[r.value.(string)]; next == nil || !w.g.flat(next).unread {
			names = append(names, r.value)
		}
	}
	for _, r := range s.rules {
		rules = append(rules, plain(r.value))
	}
	setList(y, "required", names)
	setList(y, rulesKeyword, rules)
	setList(y, "anyOf", w.list(s.anyOf))
	setList(y, "allOf", w.list(s.allOf))
	w.fields(y, s)
	return y
}

func (w *schemaWriter) fields(y map[string]any, s *raw) {
	if s.items != nil {
		y["items"] = w.one(w.g.flat(s.items))
	}
	switch {
	case s.anyValue:
		y["additionalProperties"] = true
	case s.values != nil:
		y["additionalProperties"] = w.one(w.g.flat(s.values))
	}
	if len(s.props) == 0 || s.perhaps {
		return
	}
	props := map[string]any{}
	for _, name := range s.names {
		next := w.g.flat(s.props[name])
		if next.unread {
			w.unknown = append(w.unknown, name)
			continue
		}
		props[name] = w.one(next)
	}
	y["properties"] = props
}
