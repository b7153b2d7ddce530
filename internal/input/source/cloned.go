package source

import "strings"

// Cloned copies a value with its strings, so that the copy does not keep the text of the file in memory.
func Cloned(v any) any {
	switch v := v.(type) {
	case map[string]any:
		o := make(map[string]any, len(v))
		for k, e := range v {
			o[strings.Clone(k)] = Cloned(e)
		}
		return o
	case []any:
		l := make([]any, len(v))
		for i := range v {
			l[i] = Cloned(v[i])
		}
		return l
	case string:
		return strings.Clone(v)
	}
	return v
}
