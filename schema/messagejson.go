package schema

import (
	"encoding/json"
	"reflect"
	"slices"
	"sync"
)

// MarshalJSON prints the schema as the server's messages do where a whole
// schema is the offending value: its internal type has no JSON names, so the
// fields appear under their Go names, every one of them.
func (s *Schema) MarshalJSON() ([]byte, error) {
	parts, fields := s.parts(), reflect.New(internalType()).Elem()
	for i, at := range places() {
		fields.Field(i).Set(parts[at.part].Field(at.field))
	}
	return json.Marshal(fields.Interface())
}

// internalType is a struct of a schema's keywords in the order of the server's internal type.
var internalType = sync.OnceValue(func() reflect.Type {
	parts := new(Schema).parts()
	var fields []reflect.StructField
	for i, at := range places() {
		fields = append(fields, reflect.StructField{Name: internalFields[i], Type: parts[at.part].Field(at.field).Type()})
	}
	return reflect.StructOf(fields)
})

// MarshalJSON prints a list of schemas under the internal type's name.
func (i *Items) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Schema      *Schema
		JSONSchemas []*Schema
	}{i.Schema, i.Schemas})
}

// MarshalJSON prints a map, sorted by name as encoding/json does.
func (p *Properties) MarshalJSON() ([]byte, error) {
	byName := make(map[string]*Schema, p.Len())
	for _, property := range p.All() {
		byName[property.Name] = property.Schema
	}
	return json.Marshal(byName)
}

// MarshalJSON prints a map, as that of Properties does.
func (d Dependencies) MarshalJSON() ([]byte, error) {
	if d == nil {
		return []byte("null"), nil
	}
	type dependency struct {
		Schema   *Schema
		Property []string
	}
	byName := make(map[string]dependency, len(d))
	for _, one := range d {
		byName[one.Name] = dependency{one.Schema, one.Property}
	}
	return json.Marshal(byName)
}

// AllowedBesideStatus are the keywords, by the internal type's names, that the
// root of a schema may use when the status subresource is enabled.
var AllowedBesideStatus = []string{
	"Description", "Type", "Format", "Title", "Maximum", "ExclusiveMaximum", "Minimum",
	"ExclusiveMinimum", "MaxLength", "MinLength", "Pattern", "MaxItems", "MinItems", "UniqueItems",
	"MultipleOf", "Required", "Items", "Properties", "ExternalDocs", "Example",
	"XPreserveUnknownFields", "XValidations",
}

// FirstForbiddenBesideStatus returns the keyword, by its name in a file, that
// the server stops at when the status subresource is enabled: the first, in the
// order of its internal type, that is not among AllowedBesideStatus, or a type
// that is not object. It returns "" if all may stand.
func (s *Schema) FirstForbiddenBesideStatus() string {
	parts := s.parts()
	for i, at := range places() {
		// As for the server, an empty list is set.
		if parts[at.part].Field(at.field).IsZero() {
			continue
		}
		switch name := internalFields[i]; {
		case name == "Type":
			if s.Type != "object" {
				return "type"
			}
		case !slices.Contains(AllowedBesideStatus, name):
			return KeywordOf(name)
		}
	}
	return ""
}
