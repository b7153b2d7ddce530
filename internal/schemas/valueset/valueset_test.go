package valueset

import (
	"testing"

	"github.com/crdtool/crdtool/schema"
)

// TestValueSet holds a set of values to SameValue.
func TestValueSet(t *testing.T) {
	values := []any{
		"1", "true", "null", "[]", "", int64(1), 1.0, 1.5, int64(2), true, false, nil,
		[]any{}, []any{int64(1)}, []any{1.0}, []any{"1"}, map[string]any{}, map[string]any{"a": int64(1)}, map[string]any{"a": 1.0}, map[string]any{"a": nil},
	}
	for i := range values {
		for j := range values {
			set := Of([]any{values[i], values[j], values[i]})
			for _, v := range values {
				if got, want := set.Has(v), schema.SameValue(v, values[i]) || schema.SameValue(v, values[j]); got != want {
					t.Errorf("%#v is in the set of %#v and %#v: %t", v, values[i], values[j], got)
				}
			}
			kept := 0
			for _, list := range set.byText {
				kept += len(list)
			}
			if want := map[bool]int{true: 1, false: 2}[schema.SameValue(values[i], values[j])]; kept != want {
				t.Errorf("the set of %#v and %#v keeps %d values", values[i], values[j], kept)
			}
		}
	}
	if Of(nil).Has("a") {
		t.Error("a value is in the empty set")
	}
}
