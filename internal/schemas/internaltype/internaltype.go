// Package internaltype prints schemas as kube-apiserver's messages do: with the fields of its internal type,
// apiextensions.JSONSchemaProps. Servers since Kubernetes 1.34 print JSON, with the Go names of the fields, since the
// type has no JSON names. Earlier servers print Go syntax.
package internaltype

import (
	"reflect"
	"slices"
	"sync"

	"github.com/crdtool/crdtool/schema"
)

// Schema is a schema in a message.
type Schema struct{ schema *schema.Schema }

// OfSchema returns a schema as messages print it.
func OfSchema(s *schema.Schema) Schema { return Schema{s} }

// Items is the value of items in a message.
type Items struct{ items *schema.Items }

// OfItems returns the value of items as messages print it.
func OfItems(i *schema.Items) Items { return Items{i} }

// Rule is an entry of x-kubernetes-validations in a message.
type Rule struct{ rule schema.ValidationRule }

// OfRule returns a rule as messages print it.
func OfRule(r schema.ValidationRule) Rule { return Rule{r} }

// fields are the fields of the internal type, in its order. schema.Schema, schema.Rare and schema.Branches have a field
// of the same name for each.
var fields = [...]string{
	"ID", "Schema", "Ref", "Description", "Type", "Nullable", "Format", "Title", "Default",
	"Maximum", "ExclusiveMaximum", "Minimum", "ExclusiveMinimum", "MaxLength", "MinLength", "Pattern",
	"MaxItems", "MinItems", "UniqueItems", "MultipleOf", "Enum", "MaxProperties", "MinProperties",
	"Required", "Items", "AllOf", "OneOf", "AnyOf", "Not", "Properties", "AdditionalProperties",
	"PatternProperties", "Dependencies", "AdditionalItems", "Definitions", "ExternalDocs", "Example",
	"XPreserveUnknownFields", "XEmbeddedResource", "XIntOrString", "XListMapKeys", "XListType", "XMapType",
	"XValidations",
}

// parts returns the structs with the keywords of a schema, empty ones for those that the schema does not have.
func parts(s *schema.Schema) [3]reflect.Value {
	rare, branches := s.Rare, s.Branches
	if rare == nil {
		rare = &schema.Rare{}
	}
	if branches == nil {
		branches = &schema.Branches{}
	}
	return [...]reflect.Value{reflect.ValueOf(s).Elem(), reflect.ValueOf(rare).Elem(), reflect.ValueOf(branches).Elem()}
}

// place is a field of one of the parts.
type place struct {
	part, field int
	keyword     string
}

// places are the places of fields.
var places = sync.OnceValue(func() []place {
	all := make([]place, len(fields))
	for i, name := range fields {
		for part, v := range parts(new(schema.Schema)) {
			if f, ok := v.Type().FieldByName(name); ok {
				all[i] = place{part, f.Index[0], f.Tag.Get("json")}
			}
		}
	}
	return all
})

// AllowedBesideStatus are the fields that the root of a schema may have if the status subresource is enabled.
var AllowedBesideStatus = []string{
	"Description", "Type", "Format", "Title", "Maximum", "ExclusiveMaximum", "Minimum",
	"ExclusiveMinimum", "MaxLength", "MinLength", "Pattern", "MaxItems", "MinItems", "UniqueItems",
	"MultipleOf", "Required", "Items", "Properties", "ExternalDocs", "Example",
	"XPreserveUnknownFields", "XValidations",
}

// ForbiddenBesideStatus returns the first keyword, in the order of the internal type, that the root of a schema may not
// have if the status subresource is enabled: one that is not in AllowedBesideStatus, or a type that is not object. It
// returns "" if all keywords are allowed.
func ForbiddenBesideStatus(s *schema.Schema) string {
	parts := parts(s)
	for i, at := range places() {
		// An empty list counts as set, as on the server.
		if parts[at.part].Field(at.field).IsZero() {
			continue
		}
		switch name := fields[i]; {
		case name == "Type":
			if s.Type != "object" {
				return "type"
			}
		case !slices.Contains(AllowedBesideStatus, name):
			return at.keyword
		}
	}
	return ""
}
