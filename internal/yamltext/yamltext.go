// Package yamltext writes values as YAML: as sigs.k8s.io/yaml does, and so kubectl, but
// with the same bytes each time. That leaves the order of keys such as foo2bar and Foo2Bar
// to chance, for the order of the library below it is none for them.
package yamltext

import (
	"encoding/json"
	"slices"
	"strings"

	"go.yaml.in/yaml/v2"
)

// Marshal writes a value that JSON can write. Keys are in the order of their bytes.
func Marshal(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return FromJSON(text)
}

// FromJSON writes what a text in JSON says.
func FromJSON(text []byte) ([]byte, error) {
	// Only what stands in a MapSlice is read into others.
	var whole yaml.MapSlice
	if err := yaml.Unmarshal(slices.Concat([]byte(`{"":`), text, []byte("}")), &whole); err != nil {
		return nil, err
	}
	order(whole[0].Value)
	return yaml.Marshal(whole[0].Value)
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
