// Package yamltext writes values as YAML: as sigs.k8s.io/yaml does, and so kubectl, but
// with the same bytes each time. That leaves the order of keys such as foo2bar and Foo2Bar
// to chance, for the order of the library below it is none for them.
package yamltext

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v2"

	"github.com/crdtool/crdtool/internal/safetext"
)

// Marshal writes a value that JSON can write. Keys are in the order of their bytes.
func Marshal(v any) ([]byte, error) {
	if text, ok := write(v); ok {
		return text, nil
	}
	if ordered, ok := inOrder(v); ok {
		return byLibrary(ordered)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return FromJSON(text)
}

// Ordered writes a value whose maps are yaml.MapSlices, with keys in their order, as the library
// does.
func Ordered(v any) ([]byte, error) {
	if text, ok := writeAsIs(v); ok {
		return text, nil
	}
	return byLibrary(v)
}

const indent = "  "

// inOrder is a value as FromJSON has the text of it read, if it is one that JSON was read
// into: objects are large, and need not be written and read again for it.
func inOrder(v any) (any, bool) {
	switch v := v.(type) {
	case nil, bool, int64:
		return v, true
	case string:
		return v, utf8.ValidString(v)
	case float64:
		text, err := json.Marshal(v)
		if err != nil {
			return nil, false
		}
		var number any
		err = yaml.Unmarshal(text, &number)
		return number, err == nil
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

// FromJSON writes what a text in JSON says.
func FromJSON(text []byte) ([]byte, error) {
	v, err := read(text)
	if err != nil {
		return nil, err
	}
	return Ordered(v)
}

// read reads JSON into what the library writes with the keys in order.
func read(text []byte) (any, error) {
	if v, ok := plain(text); ok {
		order(v)
		return v, nil
	}
	return readYAML(text)
}

// readYAML is read for any text: JSON is YAML.
func readYAML(text []byte) (any, error) {
	// Strings may have control characters in JSON, and in YAML their escapes only.
	var escaped bytes.Buffer
	err := safetext.Write(&escaped, safetext.Text, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return nil, err
	}
	// Only what stands in a MapSlice is read into others.
	var whole yaml.MapSlice
	if err := yaml.Unmarshal(slices.Concat([]byte(`{"":`), escaped.Bytes(), []byte("}")), &whole); err != nil {
		return nil, err
	}
	order(whole[0].Value)
	return whole[0].Value, nil
}

// order puts the keys of a value, and of those in it, in order.
func order(v any) {
	switch v := v.(type) {
	case yaml.MapSlice:
		slices.SortStableFunc(v, func(a, b yaml.MapItem) int {
			x, _ := a.Key.(string)
			y, _ := b.Key.(string)
			return strings.Compare(x, y)
		})
		for i := range v {
			order(v[i].Value)
		}
	case []any:
		for _, item := range v {
			order(item)
		}
	}
}
