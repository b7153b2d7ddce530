package jsonschema_test

import (
	"bytes"
	"testing"

	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/openapiv3"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
)

// Values that real CRDs seldom hold are written as MarshalJSON writes them, too.
func TestJSONWritesTheSameBytes(t *testing.T) {
	empty, no := "", false
	half, huge, tiny, big := 0.5, 1e21, 1e-7, 123456789012345680000.0
	for _, s := range []spec.Schema{
		{},
		{SchemaProps: spec.SchemaProps{Description: "\x00\x1f\b\f\n\r\t\"\\/<>&\u2028é\U0001F600\x7f", Pattern: `^\d+$`}},
		{SchemaProps: spec.SchemaProps{Description: "not UTF-8: \xff"}},
		{SchemaProps: spec.SchemaProps{Maximum: &half, Minimum: &huge, MultipleOf: &tiny}},
		{SchemaProps: spec.SchemaProps{Maximum: &big, Default: -0.25}},
		{SchemaProps: spec.SchemaProps{Default: "", Enum: []any{nil, "", false, int64(-1), 2.5, []any{}, map[string]any{}}}},
		{SchemaProps: spec.SchemaProps{Default: map[string]any{"b": []any{int64(1)}, "a": map[string]any{"é": nil, "z": "y"}}}},
		{SchemaProps: spec.SchemaProps{Default: []any{}, Required: []string{}, Enum: []any{}, AllOf: []spec.Schema{}, Properties: map[string]spec.Schema{}}},
		{SchemaProps: spec.SchemaProps{Not: &spec.Schema{}, AllOf: []spec.Schema{{}, {}}, Items: &spec.SchemaOrArray{Schema: &spec.Schema{}}}},
		{SchemaProps: spec.SchemaProps{AdditionalProperties: &spec.SchemaOrBool{}}},
		{SchemaProps: spec.SchemaProps{AdditionalProperties: &spec.SchemaOrBool{Allows: true}}},
		{SchemaProps: spec.SchemaProps{Properties: map[string]spec.Schema{"": {}, "ab": {}, "a\"b": {}, "é": {}, "\U0001F600": {}, "\uFFFD": {}}}},
		{SchemaProps: spec.SchemaProps{Type: spec.StringOrArray{"string", "null"}, ID: "x"}},
		{SwaggerSchemaProps: spec.SwaggerSchemaProps{Example: "", ExternalDocs: &spec.ExternalDocumentation{}}},
		{SwaggerSchemaProps: spec.SwaggerSchemaProps{Example: []any{}}},
		{SwaggerSchemaProps: spec.SwaggerSchemaProps{Example: map[string]any{}, ReadOnly: true}},
		{SwaggerSchemaProps: spec.SwaggerSchemaProps{Example: false, ExternalDocs: &spec.ExternalDocumentation{URL: "u"}}},
		{VendorExtensible: spec.VendorExtensible{Extensions: spec.Extensions{
			"x-kubernetes-validations": []resource.ValidationRule{{Rule: "a", Reason: &empty, OptionalOldSelf: &no}, {Message: "b", FieldPath: ".c"}},
			"x-list":                   []string{"a"}, "x-odd": struct{ A int }{1},
		}}},
	} {
		doc := &spec3.OpenAPI{Version: "3.0.0", Info: &spec.Info{}, Paths: &spec3.Paths{}, Components: &spec3.Components{Schemas: map[string]*spec.Schema{"s": &s}}}
		want, wantErr := doc.MarshalJSON()
		got, err := openapiv3.JSON(doc)
		if (err == nil) != (wantErr == nil) || !bytes.Equal(got, want) {
			t.Errorf("got\n%s %v\nwant\n%s %v", got, err, want, wantErr)
		}
	}
	doc := &spec3.OpenAPI{Version: "3.0.0"}
	want, _ := doc.MarshalJSON()
	if got, err := openapiv3.JSON(doc); err != nil || !bytes.Equal(got, want) {
		t.Errorf("got %s, want %s: %v", got, want, err)
	}
}
