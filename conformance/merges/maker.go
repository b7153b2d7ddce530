package merges

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
)

// maxFields limits the fields of an object, as schemas with Pods in them have thousands.
const maxFields = 300

// maker makes objects with entries in the lists of a schema, and patches of them.
type maker struct {
	random *rand.Rand
	fields int
}

// value returns a value of a schema.
func (m *maker) value(s schema) any {
	m.fields++
	switch {
	case s["type"] == "array":
		return m.list(s, nil, 2)
	case s["type"] == "object":
		return m.object(s)
	case s["type"] == "string":
		return m.text()
	case s["type"] == "boolean":
		return m.random.Intn(2) == 0
	case s["type"] == "number" || s["type"] == "integer" || s["x-kubernetes-int-or-string"] == true:
		return m.number()
	}
	return nil
}

func (m *maker) text() string { return string(rune('a' + m.random.Intn(8))) }
func (m *maker) number() int  { return 8000 + m.random.Intn(8) }

// object returns an object with the fields that lead to lists and maps, and few others.
func (m *maker) object(s schema) map[string]any {
	out := map[string]any{}
	if s["x-kubernetes-embedded-resource"] == true {
		out["apiVersion"], out["kind"], out["metadata"] = "example.com/v1", "Embedded", map[string]any{"name": "embedded"}
	}
	scalars := 0
	for _, name := range slices.Sorted(maps.Keys(properties(s))) {
		property := properties(s)[name].(schema)
		switch {
		case m.fields > maxFields:
		case leadsToList(property):
			m.set(out, name, property)
		case m.random.Intn(4) > 0:
		case scalar(property):
			if scalars++; scalars <= 3 {
				m.set(out, name, property)
			}
		default:
			m.set(out, name, property)
		}
	}
	if values, ok := s["additionalProperties"].(schema); ok && m.fields <= maxFields {
		m.set(out, m.text(), values)
	}
	return out
}

func (m *maker) set(out map[string]any, name string, s schema) {
	if value := m.value(s); value != nil {
		out[name] = value
	}
}

// list returns a list with new entries beside those that exist.
func (m *maker) list(s schema, exist []any, count int) []any {
	out := []any{}
	item := items(s)
	for range count {
		switch s["x-kubernetes-list-type"] {
		case "map":
			if entry := m.entry(s, append(slices.Clone(exist), out...)); entry != nil {
				out = append(out, entry)
			}
		case "set":
			if value := m.value(item); value != nil && !contains(exist, value) && !contains(out, value) {
				out = append(out, value)
			}
		default:
			if value := m.value(item); value != nil {
				out = append(out, value)
			}
		}
	}
	return out
}

// entry returns an entry of a list map with keys that no other entry has; nil if it finds none.
func (m *maker) entry(s schema, others []any) map[string]any {
	item, keys := items(s), mapKeys(s)
	entry := m.object(item)
	for range 20 {
		for _, key := range keys {
			property := properties(item)[key].(schema)
			entry[key] = m.key(property)
			if _, ok := property["default"]; ok && m.random.Intn(4) == 0 {
				delete(entry, key)
			}
		}
		if find(others, entry, s) == nil {
			return entry
		}
	}
	return nil
}

// key returns a value of a key. Now and then it is an empty string, as the group of core kinds is.
func (m *maker) key(s schema) any {
	if s["type"] == "string" && m.random.Intn(300) == 0 {
		return ""
	}
	return m.value(s)
}

// patch returns a patch of a value: it changes scalars, and it changes and adds entries of lists.
func (m *maker) patch(s schema, old any) any {
	switch old := old.(type) {
	case map[string]any:
		return m.patchObject(s, old)
	case []any:
		return m.patchList(s, old)
	}
	return m.value(s)
}

func (m *maker) patchObject(s schema, old map[string]any) map[string]any {
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(old)) {
		property, ok := properties(s)[name].(schema)
		if !ok {
			property, ok = s["additionalProperties"].(schema)
		}
		if ok && (leadsToList(property) || m.random.Intn(2) == 0) {
			out[name] = m.patch(property, old[name])
		}
	}
	return out
}

func (m *maker) patchList(s schema, old []any) []any {
	out := []any{}
	if len(old) > 0 {
		changed := old[m.random.Intn(len(old))]
		switch s["x-kubernetes-list-type"] {
		case "map":
			out = append(out, m.patchEntry(s, changed.(map[string]any)))
		case "set":
			out = append(out, changed)
		}
	}
	return append(out, m.list(s, old, 1)...)
}

// patchEntry returns a patch of an entry of a list map. It may leave out a key that has its default.
func (m *maker) patchEntry(s schema, old map[string]any) map[string]any {
	out := m.patchObject(items(s), old)
	for _, key := range mapKeys(s) {
		property := properties(items(s))[key].(schema)
		out[key] = keyOf(old, key, property)
		if out[key] == property["default"] && m.random.Intn(4) == 0 {
			delete(out, key)
		}
	}
	return out
}

// find returns the entry of a list map that has the same keys; nil for none.
func find(list []any, entry map[string]any, s schema) map[string]any {
	for _, other := range list {
		same := true
		for _, key := range mapKeys(s) {
			property := properties(items(s))[key].(schema)
			same = same && keyOf(other.(map[string]any), key, property) == keyOf(entry, key, property)
		}
		if same {
			return other.(map[string]any)
		}
	}
	return nil
}

// keyOf returns the value of a key, or its default.
func keyOf(entry map[string]any, key string, property schema) any {
	if value, ok := entry[key]; ok {
		return value
	}
	return property["default"]
}

func contains(list []any, value any) bool {
	return slices.ContainsFunc(list, func(v any) bool { return fmt.Sprint(v) == fmt.Sprint(value) })
}

// leadsToList reports whether a value has a list that a server merges.
func leadsToList(s schema) bool {
	if s["x-kubernetes-list-type"] == "map" || s["x-kubernetes-list-type"] == "set" {
		return true
	}
	for _, property := range properties(s) {
		if leadsToList(property.(schema)) {
			return true
		}
	}
	values, _ := s["additionalProperties"].(schema)
	return values != nil && leadsToList(values)
}

func scalar(s schema) bool { return s["type"] != "array" && s["type"] != "object" }
