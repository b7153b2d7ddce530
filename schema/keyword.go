package schema

import (
	"reflect"
	"strings"
	"sync"
	"unicode"
)

// internalFields are the fields of the server's internal type in its order, in which its messages have
// them. Schema, Rare and Branches have a field of the same name for each.
var internalFields = [...]string{
	"ID", "Schema", "Ref", "Description", "Type", "Nullable", "Format", "Title", "Default",
	"Maximum", "ExclusiveMaximum", "Minimum", "ExclusiveMinimum", "MaxLength", "MinLength", "Pattern",
	"MaxItems", "MinItems", "UniqueItems", "MultipleOf", "Enum", "MaxProperties", "MinProperties",
	"Required", "Items", "AllOf", "OneOf", "AnyOf", "Not", "Properties", "AdditionalProperties",
	"PatternProperties", "Dependencies", "AdditionalItems", "Definitions", "ExternalDocs", "Example",
	"XPreserveUnknownFields", "XEmbeddedResource", "XIntOrString", "XListMapKeys", "XListType", "XMapType",
	"XValidations",
}

// Keywords are the names that Schema knows, in the order of the server's internal type.
var Keywords = keywords()

func keywords() []string {
	names := make([]string, len(internalFields))
	for i, field := range internalFields {
		names[i] = KeywordOf(field)
	}
	return names
}

// parts are the structs that hold a schema's keywords. Those that it does not have are empty.
func (s *Schema) parts() [3]reflect.Value {
	return [...]reflect.Value{reflect.ValueOf(s).Elem(), reflect.ValueOf(s.rare()).Elem(), reflect.ValueOf(s.branches()).Elem()}
}

// place is where a keyword is: a field of one of the parts.
type place struct{ part, field int }

// places are those of the keywords, in their order.
var places = sync.OnceValue(func() []place {
	all := make([]place, len(internalFields))
	for i, name := range internalFields {
		for part, v := range new(Schema).parts() {
			if f, ok := v.Type().FieldByName(name); ok {
				all[i] = place{part, f.Index[0]}
			}
		}
	}
	return all
})

// KeywordOf returns the keyword that a field of Schema, Rare or Branches holds: XListType is
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
