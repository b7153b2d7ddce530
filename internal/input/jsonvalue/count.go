package jsonvalue

// Count returns the number of values in a value, with itself.
func Count(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, field := range v {
			n += Count(field)
		}
	case []any:
		for _, item := range v {
			n += Count(item)
		}
	}
	return n
}
