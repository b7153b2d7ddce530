package ownership

import "sigs.k8s.io/structured-merge-diff/v6/schema"

// alike makes the sets of values that stand beside each other: those that have the same fields
// share one.
type alike struct {
	*granular
	last *pathSet
}

// every is granular.every.
func (a *alike) every(of schema.TypeRef, v any) *pathSet {
	if a.last == nil || !a.isEvery(a.last, of, v) {
		a.last = a.granular.every(of, v)
	}
	return a.last
}

// members is granular.fieldsOf with the value itself as a member.
func (a *alike) members(of schema.TypeRef, v any) *pathSet {
	if a.last == nil || !a.isFieldsOf(a.last, of, v, true) {
		a.last = a.granular.fieldsOf(of, v).asMember()
	}
	return a.last
}

// isEvery reports whether a set is what every makes of a value.
func (g *granular) isEvery(s *pathSet, of schema.TypeRef, v any) bool {
	is, atom := g.shapeOf(of, v)
	if is == whole {
		return s == leaf
	}
	if s == nil || !s.member {
		return false
	}
	switch v := v.(type) {
	case map[string]any:
		if len(s.below) != len(v) {
			return false
		}
		for name, field := range v {
			t, _ := fieldOf(atom.Map, name)
			if branch := s.below["f:"+name]; branch == nil || !g.isEvery(branch, t, field) {
				return false
			}
		}
	case []any:
		if len(s.below) != len(v) {
			return false
		}
		texts := g.textsOf(atom.List, v)
		for i, item := range v {
			if branch := s.below[texts[i]]; branch == nil || !g.isEvery(branch, atom.List.ElementType, item) {
				return false
			}
		}
	}
	return true
}

// isFieldsOf reports whether a set is what fieldsOf makes of a value, as a member if member
// says so.
func (g *granular) isFieldsOf(s *pathSet, of schema.TypeRef, v any, member bool) bool {
	is, atom := g.shapeOf(of, v)
	if v != nil && is == whole {
		return s == leaf
	}
	below := 0
	switch v := v.(type) {
	case map[string]any:
		for name, field := range v {
			t, declared := fieldOf(atom.Map, name)
			m, ok := field.(map[string]any)
			branch := s.get("f:" + name)
			if !g.isFieldsOf(branch, t, field, !declared || field == nil || ok && len(m) == 0) {
				return false
			}
			if branch != nil {
				below++
			}
		}
	case []any:
		texts := g.textsOf(atom.List, v)
		for i, item := range v {
			branch := s.get(texts[i])
			if !g.isFieldsOf(branch, atom.List.ElementType, item, true) {
				return false
			}
			below++
		}
	}
	switch {
	case below > 0:
		return s.member == member && len(s.below) == below
	case member:
		return s == leaf
	}
	return s == nil
}
