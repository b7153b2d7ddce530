package main

import (
	"encoding/json"
	"maps"
	"math/rand"
	"slices"
	"strings"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// maker makes and changes values.
type maker struct{ *rand.Rand }

func (m maker) in(n int) bool { return m.Intn(n) == 0 }

func pick[T any](m maker, from ...T) T { return from[m.Intn(len(from))] }

var words = []string{"a", "b", "web", "api", "db", "<&>", "ümläut", "", "with space", "true", "1", "null", "2020-01-01", "line\nbreak", "q\"uote", "5Gi", "GET", "/path"}

// value makes a value of a schema; mostly, as what is wrong shall be tried, too.
func (m maker) value(s *v1.JSONSchemaProps, depth int) any {
	if s == nil || m.in(400) {
		return m.anything(2)
	}
	if s.Nullable && m.in(4) {
		return nil
	}
	if len(s.Enum) > 0 {
		var v any
		_ = json.Unmarshal(pick(m, s.Enum...).Raw, &v)
		return v
	}
	switch s.Type {
	case "string":
		switch {
		case strings.HasSuffix(s.Pattern, "Gi$"):
			return pick(m, "1Gi", "5Gi", "20Gi")
		case s.Pattern != "":
			return pick(m, "a.example.com", "*.example.com", "b", "c-d")
		case s.Format == "duration":
			return pick(m, "10s", "1m", "5ms")
		}
		return pick(m, words...)
	case "integer":
		if s.Format == "int64" {
			return pick(m, json.Number("0"), json.Number("9007199254740993"), json.Number("-9223372036854775808"), json.Number("7"))
		}
		return json.Number(pick(m, "0", "1", "2", "3", "80", "443", "999"))
	case "number":
		return json.Number(pick(m, "0", "1", "1.0", "0.5", "1e3", "1e-7", "3.14", "100000000000000000000", "2.50"))
	case "boolean":
		return m.in(2)
	case "array":
		list := []any{}
		for range m.Intn(4) {
			var items *v1.JSONSchemaProps
			if s.Items != nil {
				items = s.Items.Schema
			}
			list = append(list, m.value(items, depth+1))
		}
		if s.XListType != nil && *s.XListType != "atomic" {
			list = unique(list, s.XListMapKeys)
		}
		return list
	case "object":
		object := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			field := s.Properties[name]
			if depth == 0 && name == "status" && !m.in(8) {
				continue
			}
			if slices.Contains(s.Required, name) || depth == 0 || m.in(2) {
				object[name] = m.value(&field, depth+1)
			}
		}
		if s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil {
			for range m.Intn(4) {
				object[pick(m, "a", "b", "cpu", "memory", "x.example.com/y", "<k>")] = m.value(s.AdditionalProperties.Schema, depth+1)
			}
		}
		if s.XPreserveUnknownFields != nil && *s.XPreserveUnknownFields || m.in(200) {
			object[pick(m, "free", "other", "zeta")] = m.anything(3)
		}
		if s.XEmbeddedResource {
			object["apiVersion"], object["kind"], object["metadata"] = "v1", "Pod", map[string]any{"name": "p", "creationTimestamp": nil}
		}
		return object
	}
	if s.XIntOrString {
		return pick[any](m, json.Number("80"), "http", "50%", json.Number("0"))
	}
	return m.anything(2)
}

// unique keeps the items of a list whose keys are different.
func unique(list []any, keys []string) []any {
	var seen []string
	return slices.DeleteFunc(list, func(item any) bool {
		id := any(item)
		if object, ok := item.(map[string]any); ok {
			var values []any
			for _, k := range keys {
				values = append(values, object[k])
			}
			id = values
		}
		text, _ := json.Marshal(id)
		if slices.Contains(seen, string(text)) {
			return true
		}
		seen = append(seen, string(text))
		return false
	})
}

// anything makes a value of no schema.
func (m maker) anything(depth int) any {
	switch k := m.Intn(9); {
	case k == 0:
		return nil
	case k == 1:
		return m.in(2)
	case k == 2:
		return json.Number(pick(m, "0", "1.5", "-1", "1e21", "12345678901234567890", "1.0"))
	case k < 5 || depth == 0:
		return pick(m, words...)
	case k < 7:
		object := map[string]any{}
		for range m.Intn(4) {
			object[pick(m, "a", "b", "c", "name", "value", "nested", "é")] = m.anything(depth - 1)
		}
		return object
	}
	list := []any{}
	for range m.Intn(4) {
		list = append(list, m.anything(depth-1))
	}
	return list
}

// object makes a manifest for a CRD.
func (m maker) object(c *crd, version, namespace, name string) map[string]any {
	var props *v1.JSONSchemaProps
	for i := range c.Spec.Versions {
		if c.Spec.Versions[i].Name == version {
			props = c.Spec.Versions[i].Schema.OpenAPIV3Schema
		}
	}
	object := m.value(props, 0)
	root, ok := object.(map[string]any)
	if !ok {
		root = map[string]any{}
	}
	meta := map[string]any{"name": name}
	if namespace != "" && (namespace != "default" || m.in(3)) {
		meta["namespace"] = namespace
	}
	for _, key := range [...]string{"labels", "annotations"} {
		if m.in(3) {
			set := map[string]any{}
			for range m.Intn(3) {
				set[pick(m, "app", "tier", "example.com/team")] = pick[any](m, "web", "shop", "", "x")
			}
			meta[key] = set
		}
	}
	if m.in(6) {
		meta["creationTimestamp"] = nil
	}
	root["apiVersion"], root["kind"], root["metadata"] = c.Spec.Group+"/"+version, c.Spec.Names.Kind, meta
	return root
}

// edit returns the manifest with one to four changes below the root or in its metadata.
func (m maker) edit(object map[string]any) map[string]any {
	object = copied(object).(map[string]any)
	for range 1 + m.Intn(4) {
		if m.in(6) {
			m.editMetadata(object["metadata"].(map[string]any))
			continue
		}
		var keys []string
		for _, k := range slices.Sorted(maps.Keys(object)) {
			if k != "apiVersion" && k != "kind" && k != "metadata" {
				keys = append(keys, k)
			}
		}
		if len(keys) == 0 {
			object["spec"] = map[string]any{"a": "b"}
			continue
		}
		key := pick(m, keys...)
		if changed, keep := m.change(object[key], 0); keep {
			object[key] = changed
		} else {
			delete(object, key)
		}
	}
	return object
}

// change returns a value changed somewhere inside, or false if it is to be removed.
func (m maker) change(value any, depth int) (any, bool) {
	if depth > 0 && m.in(4) || depth == 0 && m.in(30) {
		switch m.Intn(4) {
		case 0:
			return nil, true
		case 1, 2:
			return nil, false
		}
		return m.anything(2), true
	}
	switch v := value.(type) {
	case map[string]any:
		if len(v) == 0 || m.in(5) {
			v[pick(m, "a", "image", "comment", "replicas", "newField", "name")] = m.anything(1)
			return v, true
		}
		key := pick(m, slices.Sorted(maps.Keys(v))...)
		if changed, keep := m.change(v[key], depth+1); keep {
			v[key] = changed
		} else {
			delete(v, key)
		}
		return v, true
	case []any:
		if len(v) == 0 || m.in(4) {
			return append(v, m.anything(1)), true
		}
		i := m.Intn(len(v))
		switch m.Intn(4) {
		case 0:
			return slices.Delete(v, i, i+1), true
		case 1:
			j := m.Intn(len(v))
			v[i], v[j] = v[j], v[i]
			return v, true
		}
		changed, keep := m.change(v[i], depth+1)
		if !keep {
			return slices.Delete(v, i, i+1), true
		}
		v[i] = changed
		return v, true
	case string:
		return pick(m, words...), true
	case bool:
		return !v, true
	case json.Number:
		return json.Number(pick(m, "0", "1", "5", "80", "12")), true
	}
	return m.anything(1), true
}

func (m maker) editMetadata(meta map[string]any) {
	switch m.Intn(9) {
	case 0:
		delete(meta, "labels")
	case 1:
		delete(meta, "annotations")
	case 2:
		meta["labels"] = map[string]any{"app": pick(m, "web", "api"), "new": "x"}
	case 3:
		meta["annotations"] = map[string]any{"example.com/note": pick(m, "one", "two", "<b>"), "empty": nil}
	case 4:
		meta["annotations"] = map[string]any{}
	case 5:
		meta["finalizers"] = []any{"example.com/keep"}
	case 6:
		meta["labels"] = nil
	case 7:
		meta["creationTimestamp"] = nil
	case 8:
		meta["labels"] = map[string]any{"bad key!": "x"}
	}
}

// copied is a deep copy.
func copied(value any) any {
	switch v := value.(type) {
	case map[string]any:
		c := make(map[string]any, len(v))
		for k, field := range v {
			c[k] = copied(field)
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i, item := range v {
			c[i] = copied(item)
		}
		return c
	case json.Number, string, bool, nil:
		return v
	}
	return runtime.DeepCopyJSONValue(value)
}
