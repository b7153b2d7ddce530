package prose

import (
	"encoding/json"
	"strings"
)

// JSON returns a value of a document as JSON, without escapes for <, > and &.
func JSON(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // NaN and infinities, which no document contains
		return "the value"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// JSONType returns the name of a value's type, with its article.
func JSONType(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return "a number"
}
