package jsonvalue

import (
	"reflect"
	"testing"
)

func TestEqual(t *testing.T) {
	values := []any{
		nil, true, "a", "b", int64(1), float64(1), []any{}, []any(nil), []any{"a"}, []any{"a", nil},
		map[string]any{}, map[string]any(nil), map[string]any{"a": nil}, map[string]any{"b": nil},
		map[string]any{"a": []any{map[string]any{"b": int64(1)}}}, map[string]any{"a": []any{map[string]any{"b": int64(2)}}},
	}
	for _, a := range values {
		for _, b := range values {
			if got, want := Equal(a, b), reflect.DeepEqual(a, b); got != want {
				t.Errorf("Equal(%#v, %#v) is %t, want %t", a, b, got, want)
			}
		}
	}
}
