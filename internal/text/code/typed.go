package code

import (
	"strconv"
	"strings"
)

// Typed is what structured-merge-diff says of a value that its types do not take, told
// apart by its words.
type Typed struct {
	// Item is the index of the item of a list that it is about, or -1.
	Item int
	// Twice is the item that the list has twice, as "[name=\"a\"]", if it is that.
	Twice string
	// Undeclared says that the schema has no such field, Keyless that an item of a list has
	// none of the list's keys.
	Undeclared, Keyless bool
	// Wanted is the type of the schema, if the value is of another.
	Wanted string
}

// typedWanted are the types of structured-merge-diff by those of OpenAPI.
var typedWanted = map[string]string{
	"numeric (int or float)": "number", "string": "string", "boolean": "boolean", "map": "object", "list": "array",
}

// ReadTyped reads the words.
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

// LostByVersion is the field, as the server prints it, that keeps an object from being merged,
// as the version that its manager applied before does not have it; "" if a refused
// server-side apply is not that.
func LostByVersion(message string) string {
	_, rest, found := strings.Cut(message, "failed to convert merged object to last applied version: ")
	path, found2 := strings.CutSuffix(rest, ": field not declared in schema")
	if !found || !found2 || strings.Contains(path, "\n") {
		return ""
	}
	return path
}
