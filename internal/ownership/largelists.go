package ownership

import (
	"maps"
	"slices"

	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/schema"
	"sigs.k8s.io/structured-merge-diff/v6/value"
)

// largeLists sorts the lists of objects that are merged item by item and have many of them,
// by what tells the items apart. Who owns which item does not depend on their order; the
// order of what is merged does, and is made afterwards.
type largeLists struct {
	types *schema.Schema
	many  int
}

// sorted is a value with its large lists in order; its parts are those of v where they are
// the same. ok is false if an item can't be told from the others, or not alone.
func (l largeLists) sorted(of schema.TypeRef, v any, twice bool) (out any, ok bool) {
	if !l.any(v) {
		return v, true
	}
	atom, _ := l.types.Resolve(of)
	switch v := v.(type) {
	case map[string]any:
		if atom.Map == nil || atom.Map.ElementRelationship == schema.Atomic {
			return v, true
		}
		copied := maps.Clone(v)
		for name, field := range v {
			if copied[name], ok = l.sorted(fieldType(atom.Map, name), field, twice); !ok {
				return nil, false
			}
		}
		return copied, true
	case []any:
		if atom.List == nil || atom.List.ElementRelationship != schema.Associative {
			return v, true
		}
		type item struct {
			at fieldpath.PathElement
			of any
		}
		items := make([]item, len(v))
		for i := range v {
			if items[i].at, ok = l.element(atom.List, v[i]); !ok {
				return nil, false
			}
			if items[i].of, ok = l.sorted(atom.List.ElementType, v[i], twice); !ok {
				return nil, false
			}
		}
		if len(v) >= l.many {
			byElement := func(a, b item) int { return a.at.Compare(b.at) }
			if !slices.IsSortedFunc(items, byElement) {
				slices.SortStableFunc(items, byElement)
			}
			for i := 1; i < len(items) && !twice; i++ {
				if items[i].at.Compare(items[i-1].at) == 0 {
					return nil, false
				}
			}
		}
		copied := make([]any, len(v))
		for i := range items {
			copied[i] = items[i].of
		}
		return copied, true
	}
	return v, true
}

// any reports whether a value has a large list.
func (l largeLists) any(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, field := range v {
			if l.any(field) {
				return true
			}
		}
	case []any:
		return len(v) >= l.many || slices.ContainsFunc(v, l.any)
	}
	return false
}

func fieldType(m *schema.Map, name string) schema.TypeRef {
	if f, ok := m.FindField(name); ok {
		return f.Type
	}
	return m.ElementType
}

// element is what tells an item of a list from others.
func (l largeLists) element(of *schema.List, item any) (fieldpath.PathElement, bool) {
	if len(of.Keys) == 0 {
		switch item.(type) {
		case nil, map[string]any, []any:
			return fieldpath.PathElement{}, false
		}
		return fieldpath.ValueElement(value.NewValueInterface(item)), true
	}
	fields, ok := item.(map[string]any)
	if !ok {
		return fieldpath.PathElement{}, false
	}
	keys := make([]value.Field, 0, len(of.Keys))
	for _, name := range of.Keys {
		v, has := fields[name]
		if !has {
			atom, ok := l.types.Resolve(of.ElementType)
			if !ok || atom.Map == nil {
				return fieldpath.PathElement{}, false
			}
			f, _ := atom.Map.FindField(name)
			if f.Default == nil {
				continue
			}
			v = f.Default
		}
		keys = append(keys, value.Field{Name: name, Value: value.NewValueInterface(v)})
	}
	list := value.FieldList(keys)
	list.Sort()
	return fieldpath.PathElement{Key: &list}, len(list) > 0
}

// texts are what tells the items of a list apart, as text.
func (l largeLists) texts(of *schema.List, v any) ([]string, bool) {
	list, _ := v.([]any)
	texts := make([]string, len(list))
	for i := range list {
		at, ok := l.element(of, list[i])
		if !ok {
			return nil, false
		}
		texts[i] = at.String()
	}
	return texts, true
}

// reorders reports whether an apply gives the items of a large list another order.
func (l largeLists) reorders(of schema.TypeRef, live, applied any) bool {
	if !l.any(live) && !l.any(applied) {
		return false
	}
	atom, _ := l.types.Resolve(of)
	switch applied := applied.(type) {
	case map[string]any:
		live, _ := live.(map[string]any)
		if atom.Map == nil {
			return false
		}
		for name := range applied {
			if l.reorders(fieldType(atom.Map, name), live[name], applied[name]) {
				return true
			}
		}
	case []any:
		if atom.List == nil || atom.List.ElementRelationship != schema.Associative {
			return false
		}
		live, _ := live.([]any)
		was, _ := l.texts(atom.List, live)
		is, _ := l.texts(atom.List, applied)
		if max(len(was), len(is)) >= l.many && !slices.Equal(mergedOrder(was, is), was) {
			return true
		}
		at := make(map[string]int, len(was))
		for i, text := range was {
			at[text] = i
		}
		for i, text := range is {
			if j, found := at[text]; found && l.reorders(atom.List.ElementType, live[j], applied[i]) {
				return true
			}
		}
	}
	return false
}

// ordered gives the items of large lists the order that they have where applied is merged
// into live; ok is false if that can't be told.
func (l largeLists) ordered(of schema.TypeRef, live, applied, merged any) (out any, ok bool) {
	if !l.any(live) && !l.any(applied) && !l.any(merged) {
		return merged, true
	}
	atom, _ := l.types.Resolve(of)
	switch merged := merged.(type) {
	case map[string]any:
		if atom.Map == nil || atom.Map.ElementRelationship == schema.Atomic {
			return merged, true
		}
		live, _ := live.(map[string]any)
		applied, _ := applied.(map[string]any)
		copied := maps.Clone(merged)
		for name := range merged {
			if copied[name], ok = l.ordered(fieldType(atom.Map, name), live[name], applied[name], merged[name]); !ok {
				return nil, false
			}
		}
		return copied, true
	case []any:
		if atom.List == nil || atom.List.ElementRelationship != schema.Associative {
			return merged, true
		}
		live, _ := live.([]any)
		applied, _ := applied.([]any)
		was, ok1 := l.texts(atom.List, live)
		is, ok2 := l.texts(atom.List, applied)
		have, ok3 := l.texts(atom.List, merged)
		if !ok1 || !ok2 || !ok3 {
			return nil, false
		}
		inLive, inApplied := positions(was), positions(is)
		copied := slices.Clone(merged)
		for i, text := range have {
			var a, b any
			if j, found := inLive[text]; found {
				a = live[j]
			}
			if j, found := inApplied[text]; found {
				b = applied[j]
			}
			if copied[i], ok = l.ordered(atom.List.ElementType, a, b, merged[i]); !ok {
				return nil, false
			}
		}
		// What is merged may be converted, too, where it is large.
		if max(len(was), len(is), len(have)) < l.many {
			return copied, true
		}
		at := positions(have)
		if len(at) < len(have) {
			return nil, false
		}
		sorted := make([]any, 0, len(copied))
		for _, text := range mergedOrder(was, is) {
			if i, found := at[text]; found {
				sorted = append(sorted, copied[i])
			}
		}
		return sorted, len(sorted) == len(copied)
	}
	return merged, true
}

func positions(texts []string) map[string]int {
	at := make(map[string]int, len(texts))
	for i, text := range texts {
		at[text] = i
	}
	return at
}

// mergedOrder is the order of the items of two lists, of which neither has one twice, when
// the second is applied (visitListItems of merge.go in
// sigs.k8s.io/structured-merge-diff/typed).
func mergedOrder(live, applied []string) []string {
	inLive, inApplied := positions(live), positions(applied)
	var shared []string
	for _, text := range applied {
		if _, found := inLive[text]; found {
			shared = append(shared, text)
		}
	}
	next := func() (string, bool) {
		if len(shared) == 0 {
			return "", false
		}
		text := shared[0]
		shared = shared[1:]
		return text, true
	}
	wanted, waits := next()
	merged := map[string]bool{}
	var out []string
	for i, j := 0, 0; i < len(live) || j < len(applied); {
		if i < len(live) && j < len(applied) {
			if live[i] == applied[j] {
				merged[live[i]] = true
				out = append(out, live[i])
				i, j = i+1, j+1
				wanted, waits = next()
				continue
			}
			if _, found := inApplied[live[i]]; found && waits && wanted != live[i] {
				i++ // it is shared, and another is next
				continue
			}
		}
		if i < len(live) {
			if _, found := inApplied[live[i]]; !found {
				out = append(out, live[i])
				i++
				continue
			} else if merged[live[i]] {
				i++
			}
		}
		if j < len(applied) {
			merged[applied[j]] = true
			out = append(out, applied[j])
			if waits && wanted == applied[j] {
				wanted, waits = next()
			}
			j++
		}
	}
	return out
}
