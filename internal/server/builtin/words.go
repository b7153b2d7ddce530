package builtin

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// kindOf returns the kind of a JSON value as the decoder's errors name it.
func kindOf(v any) string {
	switch v.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case bool:
		return "bool"
	}
	return "number"
}

// literalOf returns a number as it is sent.
func literalOf(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

// longestValue is the length of a value in a message, in characters.
const longestValue = 60

// described returns a value for a message.
func described(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case string:
		return "the string " + cut(strconv.Quote(v))
	case bool:
		return "the boolean " + strconv.FormatBool(v)
	}
	return "the number " + cut(literalOf(v))
}

func cut(s string) string {
	if r := []rune(s); len(r) > longestValue {
		return string(r[:longestValue]) + "…"
	}
	return s
}

// wantedOf returns the values of a Go type for a message.
func wantedOf(form string) string {
	switch {
	case form == Struct:
		return "an object"
	case form == "string":
		return "a string"
	case form == "bool":
		return "a boolean"
	case form == "float64":
		return "a number"
	case form == "int32":
		return "an integer of 32 bits"
	case strings.HasPrefix(form, "int"), strings.HasPrefix(form, "uint"):
		return "an integer"
	case form == "[]uint8":
		return "a string in base64"
	case form == "[]string":
		return "a list of strings"
	case strings.HasPrefix(form, "[]"):
		return "a list"
	case form == "map[string]string":
		return "an object of strings"
	}
	return "an object"
}

// quotesHelp says to add or to remove quotes, if that is all that is wrong.
func quotesHelp(form string, v any) string {
	switch v := v.(type) {
	case string:
		_, err := strconv.ParseInt(v, 10, 64)
		if err == nil && (form == "int32" || form == "int64" || form == "int") || form == "bool" && (v == "true" || v == "false") {
			return "write it without quotes"
		}
	case bool, int64, float64:
		if form == "string" {
			return "put it in quotes"
		}
	}
	return ""
}
