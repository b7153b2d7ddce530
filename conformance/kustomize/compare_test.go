package main

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// schema is a schema of a CRD as it is decoded from JSON.
type schema map[string]any

// sub returns a schema in a schema; an empty one for none.
func (s schema) sub(name string) schema {
	out, _ := s[name].(map[string]any)
	return out
}

// field returns the schema of a field.
func (s schema) field(name string) schema {
	if property := s.sub("properties").sub(name); property != nil {
		return property
	}
	return s.sub("additionalProperties")
}

func (s schema) keys() []any {
	keys, _ := s["x-kubernetes-list-map-keys"].([]any)
	return keys
}

// key returns a key of an entry of a list map, or its default.
func (s schema) key(entry any, key string) any {
	if value, ok := entry.(map[string]any)[key]; ok {
		return value
	}
	return s.sub("items").field(key)["default"]
}

// normal returns a value with the entries of its list maps and sets in one order, and with the defaults of their keys:
// kustomize puts new entries first, and does not set defaults.
func normal(s schema, value any) any {
	switch v := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, field := range v {
			out[name] = normal(s.field(name), field)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = normal(s.sub("items"), v[i])
			for _, key := range s.keys() {
				out[i].(map[string]any)[key.(string)] = s.key(out[i], key.(string))
			}
		}
		switch s["x-kubernetes-list-type"] {
		case "map":
			sort(out, func(entry any) (id string) {
				for _, key := range s.keys() {
					id += fmt.Sprintf("%v,", s.key(entry, key.(string)))
				}
				return id
			})
		case "set":
			sort(out, func(v any) string { return fmt.Sprint(v) })
		}
		return out
	}
	return value
}

func sort(list []any, key func(any) string) {
	slices.SortStableFunc(list, func(a, b any) int { return cmp.Compare(key(a), key(b)) })
}

// differences returns the paths at which two values differ, without indexes.
func differences(path string, a, b any) []string {
	if reflect.DeepEqual(a, b) {
		return nil
	}
	var all []string
	switch a := a.(type) {
	case map[string]any:
		if b, ok := b.(map[string]any); ok {
			names := maps.Clone(a)
			maps.Copy(names, b)
			for _, name := range slices.Sorted(maps.Keys(names)) {
				all = append(all, differences(path+"."+name, a[name], b[name])...)
			}
			return all
		}
	case []any:
		if b, ok := b.([]any); ok && len(a) == len(b) {
			for i := range a {
				all = append(all, differences(path, a[i], b[i])...)
			}
			return all
		}
	}
	return []string{path}
}

// limits adds the places at which kustomize cannot merge a value as a server does, with the reason.
func limits(s schema, path string, value any, reasons map[string]string) {
	switch v := value.(type) {
	case map[string]any:
		if s["x-kubernetes-map-type"] == "atomic" {
			reasons[path] = atomicMap
			return
		}
		for name, field := range v {
			limits(s.field(name), path+"."+name, field, reasons)
		}
	case []any:
		for _, entry := range v {
			for _, key := range s.keys() {
				switch value, ok := entry.(map[string]any)[key.(string)]; {
				case !ok:
					reasons[path] = keyLeftOut
				case value == "" && reasons[path] == "":
					reasons[path] = emptyKey
				}
			}
			limits(s.sub("items"), path, entry, reasons)
		}
	}
}

const (
	atomicMap  = "a map is atomic"
	keyLeftOut = "an entry leaves out a key that has a default"
	emptyKey   = "a key is an empty string"
)

// reasonOf returns why the values at a path differ: the reason of the nearest place. It is "" if that is not known.
func reasonOf(path string, reasons map[string]string) string {
	nearest, reason := "", ""
	for at, why := range reasons {
		if (path == at || strings.HasPrefix(path, at+".")) && len(at) > len(nearest) {
			nearest, reason = at, why
		}
	}
	return reason
}

// severalKeys counts the lists with several keys whose entries all have all keys.
func severalKeys(s schema, value any) int {
	count := 0
	switch v := value.(type) {
	case map[string]any:
		for name, field := range v {
			count += severalKeys(s.field(name), field)
		}
	case []any:
		complete := len(s.keys()) > 1 && len(v) > 0
		for _, entry := range v {
			for _, key := range s.keys() {
				if _, ok := entry.(map[string]any)[key.(string)]; !ok {
					complete = false
				}
			}
			count += severalKeys(s.sub("items"), entry)
		}
		if complete {
			count++
		}
	}
	return count
}
