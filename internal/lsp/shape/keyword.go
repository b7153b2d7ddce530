package shape

import (
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// A Keyword is a keyword of the schemas in CRDs.
type Keyword struct {
	Name string
	// Types are the types of values that it restricts; nil for all.
	Types []string
	// Value is the type of its own value: schema, schemas, properties, or a type of JSON.
	Value string
	// Outside is set for a keyword that is forbidden inside of allOf, anyOf, oneOf and not.
	Outside bool
	Enum    []any
	// Does is what the server does with it, in one sentence.
	Does string
}

// keywords are the keywords that structural schemas may have, the most frequent first.
var keywords = []Keyword{
	{Name: "type", Value: "string", Outside: true, Enum: []any{"object", "string", "array", "integer", "boolean", "number"}, Does: "Values of another type are refused. A structural schema has a type everywhere but in x-kubernetes-int-or-string and x-kubernetes-preserve-unknown-fields."},
	{Name: "description", Value: "string", Outside: true, Does: "The text is published, and printed by kubectl explain. The server does not read it."},
	{Name: "properties", Types: []string{"object"}, Value: "properties", Does: "The declared fields. Fields that are not declared are pruned."},
	{Name: "required", Types: []string{"object"}, Value: "names", Does: "Objects without one of these fields are refused. Defaults are set before."},
	{Name: "additionalProperties", Types: []string{"object"}, Value: "schema", Outside: true, Does: "The schema of the values of a map, whose keys are not declared. It excludes properties."},
	{Name: "items", Types: []string{"array"}, Value: "schema", Does: "The schema of each item. A structural schema has one for each array."},
	{Name: "default", Value: "any", Outside: true, Does: "The value is set where the field is absent, on requests and on reads from the store."},
	{Name: "enum", Value: "values", Does: "Values that are not in the list are refused."},
	{Name: "format", Value: "format", Does: "Values of a known format are checked. An unknown format has no effect; from Kubernetes 1.34 on the server warns."},
	{Name: "pattern", Types: []string{"string"}, Value: "string", Does: "Strings in which the regular expression (RE2) does not match are refused. It is not anchored."},
	{Name: "minLength", Types: []string{"string"}, Value: "integer", Does: "Strings with fewer characters are refused."},
	{Name: "maxLength", Types: []string{"string"}, Value: "integer", Does: "Strings with more characters are refused. The cost estimates of CEL rules rely on it."},
	{Name: "minimum", Types: []string{"integer", "number"}, Value: "number", Does: "Smaller numbers are refused."},
	{Name: "maximum", Types: []string{"integer", "number"}, Value: "number", Does: "Larger numbers are refused."},
	{Name: "minItems", Types: []string{"array"}, Value: "integer", Does: "Lists with fewer items are refused."},
	{Name: "maxItems", Types: []string{"array"}, Value: "integer", Does: "Lists with more items are refused. The cost estimates of CEL rules rely on it."},
	{Name: "nullable", Value: "boolean", Outside: true, Does: "null is stored. Without it, null is pruned before defaults are set, and refused in a list."},
	{Name: "x-kubernetes-validations", Value: "rules", Outside: true, Does: "CEL rules that the server evaluates on create and update. An object for which one is false is refused."},
	{Name: "x-kubernetes-list-type", Types: []string{"array"}, Value: "string", Outside: true, Enum: []any{"atomic", "set", "map"}, Does: "How server-side apply merges the list: atomic replaces it, set merges scalars, map merges items by x-kubernetes-list-map-keys. Items of a set or map must be unique."},
	{Name: "x-kubernetes-list-map-keys", Types: []string{"array"}, Value: "mapKeys", Outside: true, Does: "The fields that identify an item of a list with x-kubernetes-list-type: map. They must be required or have a default."},
	{Name: "x-kubernetes-map-type", Types: []string{"object"}, Value: "string", Outside: true, Enum: []any{"granular", "atomic"}, Does: "How server-side apply merges the object: granular by field, atomic as a whole."},
	{Name: "x-kubernetes-preserve-unknown-fields", Value: "boolean", Outside: true, Enum: []any{true}, Does: "Fields that are not declared are kept, not pruned. Only true is allowed."},
	{Name: "x-kubernetes-embedded-resource", Types: []string{"object"}, Value: "boolean", Outside: true, Enum: []any{true}, Does: "The value is a whole object: apiVersion, kind and metadata are validated and kept."},
	{Name: "x-kubernetes-int-or-string", Value: "boolean", Outside: true, Enum: []any{true}, Does: "The value is an integer or a string. The schema has no type."},
	{Name: "oneOf", Value: "schemas", Does: "Values that do not match exactly one of the schemas are refused. The schemas may only validate."},
	{Name: "anyOf", Value: "schemas", Does: "Values that match none of the schemas are refused. The schemas may only validate."},
	{Name: "allOf", Value: "schemas", Does: "Values that do not match all of the schemas are refused. The schemas may only validate."},
	{Name: "not", Value: "schema", Does: "Values that match the schema are refused. The schema may only validate."},
	{Name: "minProperties", Types: []string{"object"}, Value: "integer", Does: "Objects with fewer fields are refused."},
	{Name: "maxProperties", Types: []string{"object"}, Value: "integer", Does: "Objects with more fields are refused. The cost estimates of CEL rules rely on it."},
	{Name: "exclusiveMinimum", Types: []string{"integer", "number"}, Value: "boolean", Does: "The minimum itself is refused, too."},
	{Name: "exclusiveMaximum", Types: []string{"integer", "number"}, Value: "boolean", Does: "The maximum itself is refused, too."},
	{Name: "multipleOf", Types: []string{"integer", "number"}, Value: "number", Does: "Numbers that are not a multiple are refused."},
	{Name: "title", Value: "string", Outside: true, Does: "The text is published. The server does not read it."},
	{Name: "externalDocs", Value: "docs", Does: "A link that is published. The server does not read it."},
	{Name: "example", Value: "any", Does: "A value that is published. The server does not read it."},
}

// Keywords returns the keywords that structural schemas may have, the most frequent first.
func Keywords() []Keyword { return slices.Clone(keywords) }

// ruleSchema returns the schema of an item of x-kubernetes-validations.
func ruleSchema() *schema.Schema {
	text := func(about string) *schema.Schema { return &schema.Schema{Type: "string", Description: about} }
	reasons := text("The reason of the error in the server's answer.")
	reasons.Enum = []any{"FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"}
	return &schema.Schema{Type: "object", Required: []string{"rule"}, Properties: schema.NewProperties([]schema.Property{
		{Name: "rule", Schema: text("The CEL expression. The object is refused if it is false. self is the value of the schema.")},
		{Name: "message", Schema: text("The message of the server's answer.")},
		{Name: "messageExpression", Schema: text("A CEL expression that makes the message.")},
		{Name: "reason", Schema: reasons},
		{Name: "fieldPath", Schema: text("The field that the error names, such as .spec.name.")},
		{Name: "optionalOldSelf", Schema: &schema.Schema{Type: "boolean", Description: "Whether oldSelf is optional, so that a transition rule is evaluated on create, too."}},
	})}
}

// KeywordNamed returns a keyword, or nil.
func KeywordNamed(name string) *Keyword {
	if i := slices.IndexFunc(keywords, func(k Keyword) bool { return k.Name == name }); i >= 0 {
		k := keywords[i]
		return &k
	}
	return nil
}

// Formats returns the formats of a type that the newest server checks.
func Formats(typ string) []string {
	of := behaviour.Of(kube.Latest).Formats
	all := []string{"date-time", "duration", "date", "uri", "email", "hostname", "ipv4", "ipv6", "cidr", "mac", "uuid", "byte", "password",
		"k8s-short-name", "k8s-long-name", "bsonobjectid", "uuid3", "uuid4", "uuid5", "isbn", "isbn10", "isbn13", "creditcard", "ssn",
		"hexcolor", "rgbcolor", "int32", "int64", "float", "double"}
	return slices.DeleteFunc(all, func(f string) bool { return !of.Known(typ, f) })
}

// keywordFields returns the keywords as fields of a schema.
func (s Shape) keywordFields() []Field {
	var fields []Field
	for _, k := range keywords {
		if !s.nested || !k.Outside {
			fields = append(fields, Field{Name: k.Name, Shape: s.keyword(k.Name)})
		}
	}
	return fields
}

// keyword returns the shape of the value of a keyword.
func (s Shape) keyword(name string) Shape {
	k := KeywordNamed(name)
	if k == nil {
		return Shape{}
	}
	nested := s.nested || name == "allOf" || name == "anyOf" || name == "oneOf" || name == "not"
	of := &schema.Schema{Description: k.Does, Enum: k.Enum}
	child := Shape{schemas: []*schema.Schema{of}, minor: s.minor, kinds: s.kinds}
	switch k.Value {
	case "schema":
		return Shape{keywords: true, nested: nested, minor: s.minor, kinds: s.kinds, text: k.Does}
	case "schemas":
		return Shape{lists: true, nested: nested, minor: s.minor, kinds: s.kinds, text: k.Does}
	case "properties":
		return Shape{maps: true, nested: nested, minor: s.minor, kinds: s.kinds, text: k.Does}
	case "names", "mapKeys":
		of.Type, of.Items = "array", &schema.Items{Schema: &schema.Schema{Type: "string"}}
	case "values":
		of.Type, of.Items = "array", &schema.Items{Schema: &schema.Schema{}}
	case "rules":
		of.Type, of.Items = "array", &schema.Items{Schema: ruleSchema()}
	case "docs":
		of.Type, of.Properties = "object", schema.NewProperties([]schema.Property{{Name: "url", Schema: &schema.Schema{Type: "string"}}, {Name: "description", Schema: &schema.Schema{Type: "string"}}})
	case "format":
		of.Type = "string"
	case "any":
	default:
		of.Type = k.Value
	}
	return child
}
