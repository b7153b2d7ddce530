package rules

import "encoding/json"

// jsonText writes a value of a document as JSON, for messages.
func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // NaN and infinities, which no document of the server holds
		return "the value"
	}
	return string(b)
}
