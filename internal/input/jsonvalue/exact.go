package jsonvalue

import (
	"math"
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
