package ownership

import (
	"reflect"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v6/schema"
)

// granular does what sigs.k8s.io/structured-merge-diff/typed does: it finds the fields of a value
// and the differences of two, and merges values. It takes decoded values, without an interface
// around each, and stores the path elements of list items.
//
// It is for values that match their types, whose lists have no item twice and in which only
// scalars are null. check reports whether it can handle a value.
type granular struct {
	schema   *schema.Schema
	elements map[listKey][]string
}

// listKey is a list by its first item, and as which type it is taken.
type listKey struct {
	first *any
	of    *schema.List
}

// A shape is what a value is merged by.
type shape int

const (
	unknown shape = iota
	whole         // a scalar, or a list or map that is one field
	byKey         // a map of which each key is a field
	byItem        // a list of which each item is a field
)

// shapeOf is the shape of a value, and its list or map if the value is one.
func (g *granular) shapeOf(of schema.TypeRef, v any) (shape, schema.Atom) {
	atom, ok := g.schema.Resolve(of)
	if !ok {
		return unknown, atom
	}
	switch v.(type) {
	case map[string]any:
		switch {
		case atom.Map == nil:
			return unknown, atom
		case atom.Map.ElementRelationship == schema.Atomic:
			return whole, schema.Atom{Map: atom.Map}
		}
		return byKey, schema.Atom{Map: atom.Map}
	case []any:
		switch {
		case atom.List == nil:
			return unknown, atom
		case atom.List.ElementRelationship == schema.Atomic:
			return whole, schema.Atom{List: atom.List}
		case atom.List.ElementRelationship == schema.Associative:
			return byItem, schema.Atom{List: atom.List}
		}
		return unknown, atom
	case nil:
		if atom.Scalar == nil || atom.Map != nil {
			return unknown, atom
		}
		return whole, schema.Atom{Scalar: atom.Scalar}
	}
	if atom.Scalar == nil || !isScalar(*atom.Scalar, v) {
		return unknown, atom
	}
	return whole, schema.Atom{Scalar: atom.Scalar}
}

func isScalar(of schema.Scalar, v any) bool {
	switch v.(type) {
	case string:
		return of == schema.String || of == schema.Untyped
	case bool:
		return of == schema.Boolean || of == schema.Untyped
	case int64, float64:
		return of == schema.Numeric || of == schema.Untyped
	}
	return false
}

// check reports whether granular can handle a value. It has to precede all other calls.
func (g *granular) check(of schema.TypeRef, v any) bool {
	is, atom := g.shapeOf(of, v)
	if is == unknown {
		return false
	}
	switch v := v.(type) {
	case map[string]any:
		for name, field := range v {
			t, declared := fieldOf(atom.Map, name)
			if !declared && t == (schema.TypeRef{}) || !g.check(t, field) {
				return false
			}
		}
	case []any:
		if is == byItem && len(v) > 0 {
			texts, ok := elementsOf(g.schema, atom.List, v)
			if !ok {
				return false
			}
			g.elements[listKey{&v[0], atom.List}] = texts
		}
		for _, item := range v {
			if !g.check(atom.List.ElementType, item) {
				return false
			}
		}
	}
	return true
}

func fieldOf(m *schema.Map, name string) (of schema.TypeRef, declared bool) {
	if f, ok := m.FindField(name); ok {
		return f.Type, true
	}
	return m.ElementType, false
}

// textsOf returns the path elements of the items of a list that was checked or merged.
func (g *granular) textsOf(of *schema.List, list []any) []string {
	if len(list) == 0 {
		return nil
	}
	return g.elements[listKey{&list[0], of}]
}

// fieldsOf returns the fields of a value (ToFieldSet of typed.TypedValue).
func (g *granular) fieldsOf(of schema.TypeRef, v any) *pathSet {
	is, atom := g.shapeOf(of, v)
	switch {
	case v == nil:
		return nil // whatever has it owns it
	case is == whole:
		return leaf
	}
	out := &pathSet{}
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 {
			out.below = make(map[string]*pathSet, len(v))
		}
		for name, field := range v {
			t, declared := fieldOf(atom.Map, name)
			below := g.fieldsOf(t, field)
			if m, ok := field.(map[string]any); !declared || field == nil || ok && len(m) == 0 {
				below = below.asMember()
			}
			out.put("f:"+name, below)
		}
	case []any:
		if len(v) > 0 {
			out.below = make(map[string]*pathSet, len(v))
		}
		texts := g.textsOf(atom.List, v)
		for i, item := range v {
			out.put(texts[i], g.fieldsOf(atom.List.ElementType, item).asMember())
		}
	}
	return out.orNil()
}

// allFields returns all fields of a value, and the value itself: those that are added or removed
// with it.
func (g *granular) allFields(of schema.TypeRef, v any) *pathSet {
	is, atom := g.shapeOf(of, v)
	if is == whole {
		return leaf
	}
	out := &pathSet{member: true}
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 {
			out.below = make(map[string]*pathSet, len(v))
		}
		for name, field := range v {
			t, _ := fieldOf(atom.Map, name)
			out.put("f:"+name, g.allFields(t, field))
		}
	case []any:
		if len(v) > 0 {
			out.below = make(map[string]*pathSet, len(v))
		}
		texts := g.textsOf(atom.List, v)
		for i, item := range v {
			out.put(texts[i], g.allFields(atom.List.ElementType, item))
		}
	}
	return out.orNil()
}

// A comparison holds the differences of two values (Compare of typed.TypedValue).
type comparison struct{ removed, modified, added *pathSet }

func (c *comparison) put(element string, of comparison) {
	put := func(in **pathSet, branch *pathSet) {
		if branch == nil {
			return
		}
		if *in == nil {
			*in = &pathSet{}
		}
		(*in).put(element, branch)
	}
	put(&c.removed, of.removed)
	put(&c.modified, of.modified)
	put(&c.added, of.added)
}

// compare finds the differences. ok is false if the values are of different shapes.
func (g *granular) compare(of schema.TypeRef, was, is any) (c comparison, ok bool) {
	if identical(was, is) {
		return c, true
	}
	a, atom := g.shapeOf(of, was)
	b, other := g.shapeOf(of, is)
	if a != b || (atom.Map == nil) != (other.Map == nil) || (atom.List == nil) != (other.List == nil) {
		return c, false
	}
	switch a {
	case whole:
		if !equalValues(was, is) {
			c.modified = leaf
		}
	case byKey:
		was, is := was.(map[string]any), is.(map[string]any)
		for name, before := range was {
			t, _ := fieldOf(atom.Map, name)
			if after, has := is[name]; !has {
				c.put("f:"+name, comparison{removed: g.allFields(t, before)})
			} else if !identical(before, after) {
				below, ok := g.compare(t, before, after)
				if !ok {
					return c, false
				}
				if below != (comparison{}) {
					c.put("f:"+name, below)
				}
			}
		}
		for name, after := range is {
			if _, has := was[name]; !has {
				t, _ := fieldOf(atom.Map, name)
				c.put("f:"+name, comparison{added: g.allFields(t, after)})
			}
		}
	case byItem:
		was, is := was.([]any), is.([]any)
		before, after := g.textsOf(atom.List, was), g.textsOf(atom.List, is)
		in := positions(after)
		for i, text := range before {
			j, has := in[text]
			if !has {
				c.put(text, comparison{removed: g.allFields(atom.List.ElementType, was[i])})
				continue
			}
			below, ok := g.compare(atom.List.ElementType, was[i], is[j])
			if !ok {
				return c, false
			}
			if below != (comparison{}) {
				c.put(text, below)
			}
		}
		in = positions(before)
		for i, text := range after {
			if _, has := in[text]; !has {
				c.put(text, comparison{added: g.allFields(atom.List.ElementType, is[i])})
			}
		}
	}
	return c, true
}

// merge merges a value into another (Merge of typed.TypedValue). It returns that other where
// nothing is new in it. ok is false if the values are of different shapes.
func (g *granular) merge(of schema.TypeRef, into, v any) (out any, ok bool) {
	if identical(into, v) {
		return into, true
	}
	a, atom := g.shapeOf(of, into)
	b, other := g.shapeOf(of, v)
	if a != b || (atom.Map == nil) != (other.Map == nil) || (atom.List == nil) != (other.List == nil) {
		return nil, false
	}
	switch a {
	case byKey:
		was, is := into.(map[string]any), v.(map[string]any)
		var merged map[string]any
		for name, field := range is {
			before, has := was[name]
			if has {
				t, _ := fieldOf(atom.Map, name)
				if field, ok = g.merge(t, before, field); !ok {
					return nil, false
				}
				if identical(before, field) {
					continue
				}
			}
			if merged == nil {
				merged = make(map[string]any, max(len(was), len(is)))
				for name, before := range was {
					merged[name] = before
				}
			}
			merged[name] = field
		}
		if merged == nil {
			return was, true
		}
		return merged, true
	case byItem:
		was, is := into.([]any), v.([]any)
		if len(is) == 0 {
			return was, true
		}
		if len(was) == 0 {
			return is, true
		}
		before, after := g.textsOf(atom.List, was), g.textsOf(atom.List, is)
		inWas, inIs := positions(before), positions(after)
		order := mergedOrder(before, after)
		merged := make([]any, len(order))
		changed := len(order) != len(was)
		for i, text := range order {
			j, has := inWas[text]
			k, sent := inIs[text]
			switch {
			case !has:
				merged[i] = is[k]
			case !sent:
				merged[i] = was[j]
			default:
				if merged[i], ok = g.merge(atom.List.ElementType, was[j], is[k]); !ok {
					return nil, false
				}
			}
			changed = changed || j != i || !identical(merged[i], was[j])
		}
		if !changed {
			return was, true
		}
		g.elements[listKey{&merged[0], atom.List}] = order
		return merged, true
	}
	return v, true
}

// isReconciled reports whether an owned set matches the types: none of its members is a part of
// an atomic field (ReconcileFieldSetWithSchema of typed).
func (g *granular) isReconciled(of schema.TypeRef, owned *pathSet, isWhole bool) bool {
	atom, ok := g.schema.Resolve(of)
	if !ok {
		return false
	}
	switch {
	case atom.Map != nil:
		if untypedMap(atom.Map) {
			return true
		}
		if atom.Map.ElementRelationship == schema.Atomic {
			return isWhole
		}
	case atom.Scalar != nil:
		return true
	case atom.List != nil:
		if atom.List.ElementRelationship == schema.Atomic {
			return isWhole
		}
	default:
		return false
	}
	for element, below := range owned.below {
		var t schema.TypeRef
		switch {
		case atom.Map == nil:
			t = atom.List.ElementType
		case element[0] == 'f':
			t, _ = fieldOf(atom.Map, element[len("f:"):])
		default:
			t = atom.Map.ElementType
		}
		if atom.Map != nil && t == (schema.TypeRef{}) {
			continue
		}
		if !g.isReconciled(t, below, below.member && len(below.below) == 0) {
			return false
		}
	}
	return true
}

// untypedMap reports whether nothing is known of the fields of a map (isUntypedDeducedMap of
// typed).
func untypedMap(m *schema.Map) bool {
	if m.Fields != nil {
		return false
	}
	if of := m.ElementType.NamedType; of != nil {
		return *of == "__untyped_deduced_"
	}
	of := m.ElementType.Inlined.Scalar
	return of != nil && *of == schema.Untyped
}

// identical reports whether values are the same map or list, or equal scalars of one type.
func identical(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer()
	case []any:
		b, ok := b.([]any)
		return ok && len(a) == len(b) && len(a) > 0 && &a[0] == &b[0]
	}
	switch b.(type) {
	case map[string]any, []any:
		return false
	}
	return a == b
}

// equalValues is EqualsUsing of sigs.k8s.io/structured-merge-diff/value.
func equalValues(a, b any) bool {
	if identical(a, b) {
		return true
	}
	switch a := a.(type) {
	case float64:
		switch b := b.(type) {
		case float64:
			return a == b
		case int64:
			return a == float64(b)
		}
	case int64:
		b, ok := b.(float64)
		return ok && float64(a) == b
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !equalValues(a[i], b[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, v := range a {
			if w, has := b[name]; !has || !equalValues(v, w) {
				return false
			}
		}
		return true
	}
	return false
}

// remove returns a value without the members of a set (RemoveItems of typed.TypedValue). Lists
// and maps that become empty are null.
func (g *granular) remove(of schema.TypeRef, v any, set *pathSet) any {
	is, atom := g.shapeOf(of, v)
	switch v := v.(type) {
	case map[string]any:
		if is != byKey {
			return nil
		}
		left := make(map[string]any, len(v))
		for name, field := range v {
			branch := set.get("f:" + name)
			switch {
			case branch.isMember():
				continue
			case branch != nil:
				t, _ := fieldOf(atom.Map, name)
				field = g.remove(t, field, branch)
			}
			left[name] = field
		}
		if len(left) > 0 {
			return left
		}
		return nil
	case []any:
		if is != byItem {
			return nil
		}
		var left []any
		var texts []string
		for i, text := range g.textsOf(atom.List, v) {
			item, branch := v[i], set.get(text)
			switch {
			case branch.isMember():
				continue
			case branch != nil:
				item = g.remove(atom.List.ElementType, item, branch)
			}
			left, texts = append(left, item), append(texts, text)
		}
		if len(left) > 0 {
			g.elements[listKey{&left[0], atom.List}] = texts
			return left
		}
		return nil
	}
	return v
}

// withNamedMembers returns a set with all declared fields as members below which there is one
// (EnsureNamedFieldsAreMembers of fieldpath.Set).
func (g *granular) withNamedMembers(of schema.TypeRef, s *pathSet) *pathSet {
	if s == nil || len(s.below) == 0 {
		return s
	}
	atom, _ := g.schema.Resolve(of)
	out := &pathSet{member: s.member, below: make(map[string]*pathSet, len(s.below))}
	for element, branch := range s.below {
		name, isField := strings.CutPrefix(element, "f:")
		switch {
		case isField && atom.Map != nil:
			t, declared := fieldOf(atom.Map, name)
			if branch = g.withNamedMembers(t, branch); declared {
				branch = branch.asMember()
			}
		case !isField && element[0] == 'k' && atom.List != nil:
			branch = g.withNamedMembers(atom.List.ElementType, branch)
		}
		out.below[element] = branch
	}
	return out
}

// pruned returns the merged object without the fields that were applied before, are not applied
// any more and have no other owner (prune of merge.Updater). owned are the fields of all owners.
func (g *granular) pruned(of schema.TypeRef, merged any, before, owned *pathSet) any {
	has := g.withNamedMembers(of, g.fieldsOf(of, merged))
	before = g.withNamedMembers(of, before)
	without := g.remove(of, merged, before)
	kept := g.withNamedMembers(of, g.fieldsOf(of, without)).union(g.withNamedMembers(of, owned))
	without = g.remove(of, merged, has.difference(kept))
	kept = g.withNamedMembers(of, g.fieldsOf(of, without))
	return g.remove(of, merged, has.difference(kept).intersection(before))
}
