package code

import (
	"strconv"
	"strings"
)

// Typed holds the facts in an error of structured-merge-diff about a value and its type.
type Typed struct {
	// Item is the index of the invalid item of a list, or -1.
	Item int
	// Twice is the repeated item of a list, as in "[name=\"a\"]", or "".
	Twice string
	// Undeclared reports that the schema has no such field, Keyless that an item of a list has none of the list's keys.
	Undeclared, Keyless bool
	// Wanted is the type in the schema, if the value has another.
	Wanted string
}

// typedWanted maps the types of structured-merge-diff to those of OpenAPI.
var typedWanted = map[string]string{
	"numeric (int or float)": "number", "string": "string", "boolean": "boolean", "map": "object", "list": "array",
}

// ReadTyped parses an error of structured-merge-diff.
func ReadTyped(text string) Typed {
	t := Typed{Item: -1}
	if rest, ok := strings.CutPrefix(text, "element "); ok {
		number, rest, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			t.Item, text = n, rest
		}
	}
	if key, ok := strings.CutPrefix(text, "duplicate entries for key "); ok {
		t.Twice = key
	}
	t.Undeclared = text == "field not declared in schema"
	t.Keyless = strings.Contains(text, "omits all key fields")
	if rest, ok := strings.CutPrefix(text, "expected "); ok {
		wanted, _, _ := strings.Cut(rest, ", got ")
		t.Wanted = typedWanted[wanted]
	}
	return t
}

// LostByVersion returns the field, as the server prints it, for which a server-side apply is refused because the
// version that the manager applied before does not have it; "" for another refusal.
func LostByVersion(message string) string {
	_, rest, found := strings.Cut(message, "failed to convert merged object to last applied version: ")
	path, found2 := strings.CutSuffix(rest, ": field not declared in schema")
	if !found || !found2 || strings.Contains(path, "\n") {
		return ""
	}
	return path
}
