package jsonvalue

import (
	"maps"
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

func TestEqualBut(t *testing.T) {
	objects := []map[string]any{nil, {}, {"a": "1"}, {"b": "1"}, {"a": "1", "b": "1"}, {"a": "2", "b": "1"}, {"a": "1", "b": "2"}, {"a": "1", "c": "1"}, {"b": "1", "c": "1"}}
	for _, a := range objects {
		for _, b := range objects {
			for _, fields := range [][]string{nil, {"a"}, {"a", "c"}} {
				without := func(m map[string]any) map[string]any {
					m = maps.Clone(m)
					for _, name := range fields {
						delete(m, name)
					}
					return m
				}
				if got, want := EqualBut(a, b, fields...), reflect.DeepEqual(without(a), without(b)); got != want {
					t.Errorf("EqualBut(%v, %v, %q) is %t, want %t", a, b, fields, got, want)
				}
			}
		}
	}
}
