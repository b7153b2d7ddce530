package source

import "strings"

// Cloned copies a value with its strings, which may be parts of a file's text that is not to
// be held on to.
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
