package jsonvalue

// Count returns how many values a value has, itself included.
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
