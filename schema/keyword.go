package schema

import (
	"reflect"
	"strings"
	"unicode"
)

// Keywords are the names that Schema knows, in the order of its fields.
var Keywords = keywords()

func keywords() []string {
	t := reflect.TypeFor[Schema]()
	names := make([]string, t.NumField())
	for i := range names {
		names[i] = KeywordOf(t.Field(i).Name)
	}
	return names
}

// KeywordOf returns the keyword that a field of Schema holds: XListType is
// x-kubernetes-list-type. Fields have the names of the server's internal type,
// which some of its messages print.
func KeywordOf(field string) string {
	switch field {
	case "ID":
		return "id"
	case "Schema", "Ref":
		return "$" + strings.ToLower(field)
	}
	extension, found := strings.CutPrefix(field, "X")
	if !found {
		return strings.ToLower(field[:1]) + field[1:]
	}
	var b strings.Builder
	b.WriteString("x-kubernetes")
	for _, r := range extension {
		if unicode.IsUpper(r) {
			b.WriteByte('-')
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String()
}
