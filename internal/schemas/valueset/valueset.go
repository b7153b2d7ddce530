// Package valueset looks JSON values up in a set.
package valueset

import (
	"encoding/json"
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// Set is a set of JSON values.
type Set struct{ byText map[string][]any }

// Of returns the set of some values.
func Of(values []any) Set {
	s := Set{make(map[string][]any, len(values))}
	for _, v := range values {
		if !s.Has(v) {
			text := textOf(v)
			s.byText[text] = append(s.byText[text], v)
		}
	}
	return s
}

// Has reports whether the set has a value that is the same by schema.SameValue.
func (s Set) Has(v any) bool {
	return slices.ContainsFunc(s.byText[textOf(v)], func(w any) bool { return schema.SameValue(v, w) })
}

// textOf is the same for values that are the same.
func textOf(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text)
}
