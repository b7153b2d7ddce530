package schema

import (
	"encoding/json"
	"reflect"
	"slices"
)

// MarshalJSON prints the schema as the server's messages do where a whole
// schema is the offending value: its internal type has no JSON names, so the
// fields appear under their Go names, every one of them.
func (s *Schema) MarshalJSON() ([]byte, error) {
	type fields Schema // without this method
	return json.Marshal((*fields)(s))
}

// MarshalJSON prints a list of schemas under the internal type's name.
func (i *Items) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Schema      *Schema
		JSONSchemas []*Schema
	}{i.Schema, i.Schemas})
}

// MarshalJSON prints a map, sorted by name as encoding/json does.
func (p *Properties) MarshalJSON() ([]byte, error) {
	m := make(map[string]*Schema, len(p.List))
	for _, e := range p.List {
		m[e.Name] = e.Schema
	}
	return json.Marshal(m)
}

// MarshalJSON prints a map, as that of Properties does.
func (d Dependencies) MarshalJSON() ([]byte, error) {
	if d == nil {
		return []byte("null"), nil
	}
	type value struct {
		Schema   *Schema
		Property []string
	}
	m := make(map[string]value, len(d))
	for _, e := range d {
		m[e.Name] = value{e.Schema, e.Property}
	}
	return json.Marshal(m)
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
	fields := reflect.ValueOf(s).Elem()
	for i := range fields.NumField() {
		// As for the server, an empty list is set.
		if fields.Field(i).IsZero() {
			continue
		}
		switch name := fields.Type().Field(i).Name; {
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
