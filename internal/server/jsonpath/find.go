package jsonpath

import "slices"

func constant(c any) stepFunc {
	return func(values []any) ([]any, error) {
		out := make([]any, len(values))
		for i := range out {
			out[i] = c
		}
		return out, nil
	}
}

// child returns a step to the field with a name. It skips values that are no objects or do not have the field.
func child(name string) stepFunc {
	return func(values []any) ([]any, error) {
		var out []any
		for _, v := range values {
			if m, ok := v.(map[string]any); ok {
				if c, ok := m[name]; ok {
					out = append(out, c)
				}
			}
		}
		return out, nil
	}
}

// below returns the values directly inside a value. Those of an object are sorted by name; the server's order is
// random. A string is a list of bytes, as in the server.
func below(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		var out []any
		for _, name := range names {
			out = append(out, v[name])
		}
		return out
	case string:
		var out []any
		for i := range len(v) {
			out = append(out, v[i])
		}
		return out
	}
	return nil
}

func wildcard(values []any) ([]any, error) {
	var out []any
	for _, v := range values {
		out = append(out, below(v)...)
	}
	return out, nil
}

func descend(values []any) ([]any, error) {
	var out []any
	for _, v := range values {
		if subs := below(v); len(subs) > 0 {
			further, _ := descend(subs)
			out = append(append(out, v), further...)
		}
	}
	return out, nil
}
