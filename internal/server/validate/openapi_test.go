package validate_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// everything has a keyword of each sort. Read by kube-openapi itself, it is what
// the schema is turned into.
const everything = `{
	"description": "d", "title": "t", "type": "object", "nullable": true, "default": {"a": "b"},
	"required": ["a"], "minProperties": 1, "maxProperties": 9,
	"properties": {
		"a": {"type": "string", "format": "date", "minLength": 1, "maxLength": 20, "pattern": "^a", "enum": ["a", "b"]},
		"n": {"type": "number", "minimum": 1, "maximum": 2, "exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": 0.5},
		"l": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}, "minItems": 1, "maxItems": 2, "uniqueItems": true},
		"m": {"type": "object", "additionalProperties": {"type": "object", "properties": {"x": {"type": "boolean"}}}},
		"empty": {}
	},
	"allOf": [{"required": ["a"]}, {"not": {"required": ["b"]}}],
	"anyOf": [{"properties": {"l": {"items": {"minItems": 1}}}}],
	"oneOf": [{"required": ["n"]}, {"maxProperties": 0}],
	"not": {"required": ["c"], "anyOf": [{"minProperties": 3}]}
}`

func TestOpenAPI(t *testing.T) {
	same(t, everything, validate.OpenAPI, everything)
	for name, text := range map[string]string{
		"any values":       `{"additionalProperties": true}`,
		"no values":        `{"additionalProperties": false}`,
		"other formats":    `{"type": "string", "format": "no-such-format"}`,
		"preserving":       `{"x-kubernetes-preserve-unknown-fields": true}`,
		"embedded":         `{"x-kubernetes-embedded-resource": true}`,
		"integer or other": `{"x-kubernetes-int-or-string": true}`,
		"nothing":          `{}`,
	} {
		t.Run(name, func(t *testing.T) { same(t, text, validate.OpenAPI, text) })
	}
	t.Run("values below a junctor", func(t *testing.T) {
		same(t, `{"not": {"minProperties": 1, "additionalProperties": {"type": "string"}}}`, validate.OpenAPI, `{"not": {"minProperties": 1}}`)
	})
	if validate.OpenAPI(nil) != nil {
		t.Error("there is a schema where none was")
	}
}

// TestUnfoldedOpenAPI: a schema that lists integer and string itself gets no second list of them, as in Unfold of
// pkg/apiserver/schema.
func TestUnfoldedOpenAPI(t *testing.T) {
	const both = `"anyOf": [{"type": "integer"}, {"type": "string"}]`
	for text, want := range map[string]string{
		`{"x-kubernetes-int-or-string": true}`:                            `{"x-kubernetes-int-or-string": true, ` + both + `}`,
		`{"x-kubernetes-int-or-string": true, ` + both + `}`:              `{"x-kubernetes-int-or-string": true, ` + both + `}`,
		`{"x-kubernetes-int-or-string": true, "allOf": [{` + both + `}]}`: `{"x-kubernetes-int-or-string": true, "allOf": [{` + both + `}]}`,
		`{"x-kubernetes-int-or-string": true, "anyOf": [{"maximum": 3}]}`: `{"x-kubernetes-int-or-string": true, "anyOf": [{"maximum": 3}], "allOf": [{` + both + `}]}`,
	} {
		same(t, text, validate.UnfoldedOpenAPI, want)
	}
}

func TestObjectSchema(t *testing.T) {
	object := func(s *schema.Schema) *spec.Schema { return validate.ObjectSchema(s, behaviour.Of(kube.Latest)) }
	for _, test := range []struct{ name, schema, want string }{
		{"what readers want and defaults", `{"description": "d", "title": "t", "default": 1}`, `{}`},
		{"any values", `{"additionalProperties": true}`, `{"additionalProperties": true}`},
		{"no values", `{"additionalProperties": false}`, `{"additionalProperties": false}`},
		{"values below a junctor", `{"not": {"additionalProperties": {"type": "string"}}}`, `{"not": {"additionalProperties": {"type": "string"}}}`},
		{"a known format", `{"type": "string", "format": "date"}`, `{"type": "string", "format": "date"}`},
		{"a format that is not known", `{"type": "string", "format": "no-such-format"}`, `{"type": "string"}`},
		{"the format of another type", `{"type": "integer", "format": "date"}`, `{"type": "integer"}`},
		{"an int-or-string", `{"x-kubernetes-int-or-string": true}`, `{"type": ["integer", "string"]}`},
		{"one with a type", `{"type": "integer", "x-kubernetes-int-or-string": true, "format": "date"}`, `{"type": ["integer", "string"], "format": "date"}`},
		{"one with a format of integers", `{"type": "integer", "x-kubernetes-int-or-string": true, "format": "int32"}`, `{"type": ["integer", "string"]}`},
		{"lists", `{"type": "array", "items": {"type": "string"}}`, `{"type": "array", "items": {"type": "string"}}`},
		{"extensions", `{"x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-embedded-resource": true}`, `{}`},
		{"nothing", `{}`, `{}`},
	} {
		t.Run(test.name, func(t *testing.T) { same(t, test.schema, object, test.want) })
	}
	t.Run("everything", func(t *testing.T) {
		var bare map[string]any
		if err := json.Unmarshal([]byte(everything), &bare); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"description", "title", "default"} {
			delete(bare, name)
		}
		text, err := json.Marshal(bare)
		if err != nil {
			t.Fatal(err)
		}
		same(t, everything, object, string(text))
	})
	if got := object(nil); !reflect.DeepEqual(got, &spec.Schema{}) {
		t.Errorf("without a schema: got %v", got)
	}
}

// same checks that a schema is turned into what kube-openapi makes of a text.
func same(t *testing.T, text string, turn func(*schema.Schema) *spec.Schema, want string) {
	t.Helper()
	var read spec.Schema
	if err := json.Unmarshal([]byte(want), &read); err != nil {
		t.Fatal(err)
	}
	if got := turn(parse(t, text)); !reflect.DeepEqual(got, &read) {
		t.Errorf("got %s, want %s", asText(got), asText(&read))
	}
}

func asText(s *spec.Schema) string {
	text, err := json.Marshal(s)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
