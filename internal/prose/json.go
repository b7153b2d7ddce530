package prose

import "github.com/crdtool/crdtool/internal/jsonvalue"

// JSON writes a value of a document as JSON.
func JSON(v any) string {
	b, err := jsonvalue.Text(v)
	if err != nil { // NaN and infinities, which no document of the server holds
		return "the value"
	}
	return string(b)
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
