// Package yamltext writes values as YAML in the format of sigs.k8s.io/yaml, and so of kubectl, but always with the
// same bytes. The library leaves the order of keys such as foo2bar and Foo2Bar to chance, because its comparison
// is no total order for them.
package yamltext

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"unicode/utf8"

	"go.yaml.in/yaml/v2"
)

// Marshal writes a value that JSON can encode. Keys are in the order of their bytes.
func Marshal(v any) ([]byte, error) {
	if ordered, ok := inOrder(v); ok {
		return Ordered(ordered)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return FromJSON(text)
}

// FromJSON converts a text in JSON to YAML.
func FromJSON(text []byte) ([]byte, error) {
	in := json.NewDecoder(bytes.NewReader(text))
	in.UseNumber()
	var v any
	if err := in.Decode(&v); err != nil {
		return nil, err
	}
	ordered, ok := inOrder(v)
	if !ok {
		return nil, errors.New("a number in JSON has no form in YAML")
	}
	return Ordered(ordered)
}

// inOrder returns a decoded JSON value with its objects as yaml.MapSlices with sorted keys, and its numbers as
// YAML reads them. It returns false for other values.
func inOrder(v any) (any, bool) {
	switch v := v.(type) {
	case nil, bool, int64:
		return v, true
	case string:
		return v, utf8.ValidString(v)
	case json.Number:
		return number(string(v))
	case float64:
		text, err := json.Marshal(v)
		if err != nil {
			return nil, false
		}
		return number(string(text))
	case []any:
		if v == nil {
			return nil, true
		}
		list := make([]any, len(v))
		for i := range v {
			var ok bool
			if list[i], ok = inOrder(v[i]); !ok {
				return nil, false
			}
		}
		return list, true
	case map[string]any:
		if v == nil {
			return nil, true
		}
		object := make(yaml.MapSlice, 0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			of, ok := inOrder(v[key])
			if !ok || !utf8.ValidString(key) {
				return nil, false
			}
			object = append(object, yaml.MapItem{Key: key, Value: of})
		}
		return object, true
	}
	return nil, false
}

// number returns the value that YAML reads from a number of JSON.
func number(text string) (any, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, true
	}
	var n any
	err := yaml.Unmarshal([]byte(text), &n)
	return n, err == nil
}
