package validate_test

import (
	"reflect"
	"testing"

	"k8s.io/apiserver/pkg/cel/common"

	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// parse reads a schema that is written as JSON.
func parse(t testing.TB, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCorrelatable follows steps into a new and an old object: what does the
// value there replace?
func TestCorrelatable(t *testing.T) {
	s := parse(t, `{"type": "object", "properties": {
		"field": {"type": "object", "properties": {"a": {"type": "string"}}},
		"values": {"type": "object", "additionalProperties": {"type": "string"}},
		"any": {"type": "object", "additionalProperties": true},
		"none": {"type": "object"},
		"list": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
			"items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "string"}}}},
		"atomic": {"type": "array", "items": {"type": "string"}},
		"untyped": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]}
	}}`)
	old := map[string]any{
		"field": map[string]any{"a": "old a"}, "values": map[string]any{"a": "old value"}, "any": map[string]any{"a": "x"}, "none": map[string]any{"a": "x"},
		"list":   []any{map[string]any{"k": "x"}, map[string]any{"k": "b", "v": "old b"}},
		"atomic": []any{"a"}, "untyped": []any{map[string]any{"k": "b"}}, "unknown": "x",
	}
	now := map[string]any{
		"field": map[string]any{"a": 1}, "values": map[string]any{"a": 1}, "any": map[string]any{"a": 1}, "none": map[string]any{"a": 1},
		"list":   []any{map[string]any{"k": "b", "v": "new"}, map[string]any{"k": "y", "v": "new"}},
		"atomic": []any{"b"}, "untyped": []any{map[string]any{"k": "b"}}, "unknown": 1,
	}
	for _, test := range []struct {
		name  string
		steps []any
		want  any // nil if it replaces nothing
	}{
		{"a field", []any{"field", "a"}, "old a"},
		{"a value of a map", []any{"values", "a"}, "old value"},
		{"a value of any type", []any{"any", "a"}, nil},
		{"a field that is not in the schema", []any{"none", "a"}, nil},
		{"one at the root", []any{"unknown"}, nil},
		{"an item by its key", []any{"list", 0, "v"}, "old b"},
		{"an item with a new key", []any{"list", 1}, nil},
		{"an item of an atomic list", []any{"atomic", 0}, nil},
		{"an item without a schema", []any{"untyped", 0}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := common.NewCorrelatedObject(now, old, validate.Correlatable(s))
			for _, step := range test.steps {
				if name, ok := step.(string); ok {
					c = c.Key(name)
				} else {
					c = c.Index(step.(int))
				}
			}
			var got any
			if c != nil {
				got = c.OldValue
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
