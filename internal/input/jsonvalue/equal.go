package jsonvalue

import (
	"reflect"
	"slices"
)

// Equal reports whether JSON values are equal. Like reflect.DeepEqual it distinguishes nil from empty, but it is
// several times as fast on large maps.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) || (a == nil) != (b == nil) {
			return false
		}
		if reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer() {
			return true // objects share unchanged maps
		}
		for k, v := range a {
			if w, has := b[k]; !has || !Equal(v, w) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) || (a == nil) != (b == nil) {
			return false
		}
		if len(a) > 0 && &a[0] == &b[0] {
			return true
		}
		for i := range a {
			if !Equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case string:
		b, ok := b.(string)
		return ok && a == b
	case nil, bool, int64, float64:
		return a == b
	}
	return reflect.DeepEqual(a, b)
}

// EqualBut is Equal for two objects without some of their fields.
func EqualBut(a, b map[string]any, fields ...string) bool {
	if (a == nil) != (b == nil) {
		return false
	}
	in := 0 // fields of a that are compared, and ignored fields of b
	for k, v := range a {
		if slices.Contains(fields, k) {
			continue
		}
		if w, has := b[k]; !has || !Equal(v, w) {
			return false
		}
		in++
	}
	for _, k := range fields {
		if _, has := b[k]; has {
			in++
		}
	}
	return in == len(b)
}
