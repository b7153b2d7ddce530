package defaulting

import (
	"math"
	"reflect"
	"testing"
)

func TestSame(t *testing.T) {
	of := func(v any) map[string]any { return map[string]any{"a": v} }
	values := []any{
		nil, true, false, "", "a", int64(1), int64(2), 1.0, math.NaN(), map[string]any(nil), map[string]any{}, []any(nil), []any{},
		of(nil), of("a"), of(of("a")), of(of("b")), of([]any{"a"}), map[string]any{"b": nil}, map[string]any{"a": "a", "b": "b"},
		[]any{"a"}, []any{"b"}, []any{"a", "b"}, []any{of("a")}, []any{of(int64(1))},
	}
	for _, a := range values {
		for _, b := range values {
			if got, want := same(a, b), reflect.DeepEqual(a, b); got != want {
				t.Errorf("same(%#v, %#v) is %v, want %v", a, b, got, want)
			}
		}
	}
}
