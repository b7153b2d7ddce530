package prose

import (
	"encoding/json"
	"strings"
)

// JSON writes a value of a document as JSON, with the characters <, > and & as they are.
func JSON(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // NaN and infinities, which no document of the server holds
		return "the value"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// JSONType names the type of a value, with its article.
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
