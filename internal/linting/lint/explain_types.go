package lint

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
)

var schemaTypes = []string{"array", "boolean", "integer", "number", "object", "string"}

// likelyType guesses a missing type from the keywords beside it.
func (e *explainer) likelyType() string {
	parent := e.parent()
	for _, k := range [...]struct{ keyword, typ string }{
		{"properties", "object"}, {"additionalProperties", "object"}, {"required", "object"},
		{"maxProperties", "object"}, {"minProperties", "object"}, {"x-kubernetes-map-type", "object"},
		{"items", "array"}, {"maxItems", "array"}, {"minItems", "array"}, {"x-kubernetes-list-type", "array"},
		{"pattern", "string"}, {"maxLength", "string"}, {"minLength", "string"}, {"multipleOf", "integer"},
		{"maximum", "integer"}, {"minimum", "integer"},
	} {
		if n := source.Field(parent, k.keyword); n != nil && !source.IsNull(n) {
			return k.typ
		}
	}
	value := source.Value(source.Field(parent, "default"))
	if enum, ok := source.Value(source.Field(parent, "enum")).([]any); ok && len(enum) > 0 {
		value = enum[0]
	}
	switch value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case int64:
		return "integer"
	case float64:
		return "number"
	case map[string]any:
		return "object"
	case []any:
		return "array"
	}
	switch source.Value(source.Field(parent, "format")) {
	case "int32", "int64":
		return "integer"
	case "double", "float":
		return "number"
	}
	if len(e.segments) > 0 && fieldName(e.segments) == wholeObject {
		return "object"
	}
	return "string (or integer, number, boolean, object, array)"
}

// typeMeant returns the JSON Schema type for the name of a type in programming languages, or "".
func typeMeant(name string) string {
	switch name {
	case "int", "int32", "int64", "long", "short":
		return "integer"
	case "float", "double", "float64", "decimal":
		return "number"
	case "bool":
		return "boolean"
	case "map", "struct", "dict":
		return "object"
	case "list":
		return "array"
	}
	return ""
}

// typeInBranch returns the help about a type inside of anyOf, allOf, oneOf or not.
func (e *explainer) typeInBranch() string {
	if e.last() != "type" {
		return ""
	}
	return fmt.Sprintf("remove it, and set the type at %s outside of anyOf, allOf, oneOf and not; for a value that is an integer or a string, use x-kubernetes-int-or-string: true",
		e.field(1))
}

// unsupported returns the name of a keyword that CRDs do not support, as messages have it.
func unsupported(keyword string) string {
	switch keyword {
	case "$ref", "patternProperties":
		return keyword
	}
	return fmt.Sprintf("%q", keyword)
}

// insteadOf returns the help about an unsupported keyword: its replacement.
func insteadOf(keyword string) string {
	switch keyword {
	case "$ref":
		return "write the schema where it is used, as controller-gen does"
	case "patternProperties":
		return "use additionalProperties, and a rule in x-kubernetes-validations for the names"
	}
	return ""
}
