package lint

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/nearest"
)

func (e *explainer) missingType() {
	if !e.required() {
		e.say("the root of a schema is an object, not %q", e.f.Value)
		e.help("write: type: object")
		return
	}
	e.say("%q is missing on %s", "type", fieldOrRoot(e.field(1)))
	e.help("a structural schema names the type of every field; add: type: %s", e.likelyType())
}

func fieldOrRoot(name string) string {
	if name == "the object" {
		return "the root of the schema"
	}
	return "field " + name
}

// likelyType guesses the type that was left out from the keywords beside it.
func (e *explainer) likelyType() string {
	for _, k := range [...]struct{ keyword, typ string }{
		{"properties", "object"}, {"additionalProperties", "object"}, {"required", "object"},
		{"maxProperties", "object"}, {"minProperties", "object"}, {"x-kubernetes-map-type", "object"},
		{"items", "array"}, {"maxItems", "array"}, {"minItems", "array"}, {"x-kubernetes-list-type", "array"},
		{"pattern", "string"}, {"maxLength", "string"}, {"minLength", "string"}, {"multipleOf", "integer"},
		{"maximum", "integer"}, {"minimum", "integer"},
	} {
		if e.beside(k.keyword) != nil {
			return k.typ
		}
	}
	value := e.beside("default")
	if enum, ok := e.beside("enum").([]any); ok && len(enum) > 0 {
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
	switch e.beside("format") {
	case "int32", "int64":
		return "integer"
	case "double", "float":
		return "number"
	}
	if len(e.segments) > 0 && fieldName(e.segments) == "the object" {
		return "object"
	}
	return "string (or integer, number, boolean, object, array)"
}

func (e *explainer) junctor() {
	k := e.last()
	if k == "metadata" {
		e.say("metadata can't be restricted inside anyOf, allOf, oneOf or not")
		return
	}
	e.say("%q does not belong inside anyOf, allOf, oneOf or not", k)
	e.help("move it to %s outside the junctor, where the schema's structure is given; a junctor only restricts values", e.field(1))
	if k == "type" {
		e.help("remove it, and give the type at %s outside the junctor; for a value that is an integer or a string, use x-kubernetes-int-or-string: true",
			e.field(1))
	}
}

func (e *explainer) additionalProperties() {
	if strings.HasPrefix(e.f.Detail, "additionalProperties and properties") {
		e.say("%s has both properties and additionalProperties", e.field(1))
		e.help("use properties for an object with known fields, additionalProperties for a map; fields that are not declared are pruned anyway")
		return
	}
	e.say("the root of a schema can't be a map")
	e.help("declare the fields under properties")
}

func (e *explainer) unsupportedKeyword() {
	switch k := e.last(); k {
	case "$ref":
		e.say("$ref is not supported")
		e.help("write the schema out where it is used; controller-gen does so by itself")
	case "items":
		e.say("items of %s is a list of schemas", e.field(1))
		e.help("all items share one schema: write items as a mapping")
	case "uniqueItems":
		e.say("uniqueItems is not supported, since checking it takes quadratic time")
		e.help("use x-kubernetes-list-type: set")
	case "patternProperties":
		e.say("patternProperties is not supported")
		e.help("use additionalProperties, and a rule in x-kubernetes-validations for the names")
	default:
		e.say("%q is not supported", k)
		e.help("remove it")
	}
}

func (e *explainer) schemaType() {
	if e.f.Value == "null" || strings.Contains(e.f.Detail, "nullable") {
		e.say("there is no type %q", "null")
		e.help("write: nullable: true, beside the type of the other values")
		return
	}
	if v, ok := e.f.Value.(string); ok {
		e.say("there is no type %q", v)
		if near := nearest.Name(v, []string{"array", "boolean", "integer", "number", "object", "string"}); near != "" {
			e.help("did you mean %q?", near)
			return
		}
		switch v {
		case "int", "int32", "int64", "long", "short":
			e.help("write: type: integer")
		case "float", "double", "float64", "decimal":
			e.help("write: type: number")
		case "bool":
			e.help("write: type: boolean")
		case "map", "struct", "dict":
			e.help("write: type: object")
		case "list":
			e.help("write: type: array")
		default:
			e.help("the types are array, boolean, integer, number, object, string")
		}
	}
}

func (e *explainer) resourceSchema() {
	switch {
	case strings.HasPrefix(e.f.Detail, "must not specify anything other"):
		e.say("the schema of metadata says more than the type, and the form of name and generateName")
		e.help("the server knows metadata; write: metadata: {type: object}")
	case strings.HasPrefix(e.f.Detail, "must be false if x-kubernetes-int-or-string"):
		e.say("%q contradicts x-kubernetes-int-or-string", e.last())
		e.help("remove one of the two")
	case e.last() == "type":
		e.help("write: type: %s", strings.Fields(e.f.Detail)[2]) // "must be string", "must be object ..."
	}
}

func (e *explainer) mapKeys() {
	switch d := e.f.Detail; {
	case strings.Contains(d, "must have a default or be a required property"):
		key := e.segments[len(e.segments)-2].Name
		e.say("%q is a key of the list %s, and may be left out", key, fieldName(e.segments[:len(e.segments)-4]))
		e.help("add %q to required of the items, or give it a default", key)
	case strings.HasPrefix(d, "entries must all be"):
		key := ""
		if n, exact := e.doc.Node(e.segments); exact {
			key = n.Value
		}
		e.say("the items of %s have no property %q", e.list(), key)
		e.help("every one of x-kubernetes-list-map-keys names a property of the items")
	case strings.HasPrefix(d, "must not contain duplicate"):
		e.say("the same key is named twice")
		e.help("remove one")
	case strings.HasPrefix(d, "must be map if"):
		e.say("x-kubernetes-list-map-keys is set on a list that is no map")
		e.help("write: x-kubernetes-list-type: map")
	case strings.HasPrefix(d, "must not be empty if"):
		e.say("a list of type map names no keys")
		e.help("add x-kubernetes-list-map-keys with the properties that identify an item")
	case strings.HasPrefix(d, "must be a scalar"):
		e.say("%s is a key of the list and must be a string, a number or a boolean", e.field(1))
	}
}

// list names the list whose keyword the path ends in, with or without an index.
func (e *explainer) list() string {
	less := 1
	if e.segments[len(e.segments)-1].IsIndex {
		less = 2
	}
	return e.field(less)
}

func (e *explainer) listType() {
	switch d := e.f.Detail; {
	case strings.HasPrefix(d, "must be atomic as item"):
		e.say("the items of a set must be atomic")
		e.help("write %s: atomic on the items, or use a list of another type", e.last())
	case strings.HasPrefix(d, "cannot be nullable"):
		e.say("the items of a list of type %s can't be nullable", strings.TrimPrefix(d, "cannot be nullable when x-kubernetes-list-type is "))
		e.help("remove nullable")
	case strings.HasPrefix(d, "supported values"):
		e.say("there is no list type %q", fmt.Sprint(e.f.Value))
		e.help("the list types are atomic, set and map")
	case strings.HasPrefix(d, "must be array"):
		e.say("x-kubernetes-list-type is set on something that is no list")
		e.help("write: type: array, or remove x-kubernetes-list-type")
	}
}

func (e *explainer) rootBesideStatus() {
	k := e.last()
	if k == "type" {
		e.say("the type of the root must be object when the status subresource is enabled")
		return
	}
	e.say("%q can't stand at the root of the schema when the status subresource is enabled", k)
	e.help("the server checks status by its own schema and would lose it; move it below properties")
}
