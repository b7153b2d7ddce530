package jsonvalue

import (
	"math"
	"reflect"
	"unicode/utf8"
)

// Exact reports whether a value is the same after it was written as JSON and read again, whole
// numbers as int64 and all others as float64. A float without a fraction is not: it is written
// like a whole number.
func Exact(value any) bool {
	switch v := value.(type) {
	case map[string]any:
		for k, v := range v {
			if !utf8.ValidString(k) || !Exact(v) {
				return false
			}
		}
		return v != nil
	case []any:
		for _, item := range v {
			if !Exact(item) {
				return false
			}
		}
		return v != nil
	case string:
		return utf8.ValidString(v)
	case nil, bool, int64:
		return true
	case float64:
		return v != math.Trunc(v) && !math.IsNaN(v)
	}
	return false
}

// ExactLike is Exact where another value is known to be, with which it may share objects.
func ExactLike(value, exact any) bool {
	switch v := value.(type) {
	case map[string]any:
		like, ok := exact.(map[string]any)
		if !ok || v == nil {
			return Exact(value)
		}
		if reflect.ValueOf(v).Pointer() == reflect.ValueOf(like).Pointer() {
			return true
		}
		for k, v := range v {
			if !utf8.ValidString(k) || !ExactLike(v, like[k]) {
				return false
			}
		}
		return true
	case []any:
		like, ok := exact.([]any)
		if !ok || v == nil {
			return Exact(value)
		}
		if len(v) == len(like) && len(v) > 0 && &v[0] == &like[0] {
			return true
		}
		for i, item := range v {
			var of any
			if i < len(like) {
				of = like[i]
			}
			if !ExactLike(item, of) {
				return false
			}
		}
		return true
	}
	return Exact(value)
}
