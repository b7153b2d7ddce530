package validate

import (
	"fmt"
	"reflect"
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"
)

// TestFewOfManyProperties validates objects with few of many properties, which a Checker goes
// to by the fields that are there.
func TestFewOfManyProperties(t *testing.T) {
	text := spec.StringProperty()
	whole := spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{"object"}, Required: []string{"f1", "f2"}, Properties: map[string]spec.Schema{}}}
	for i := range 128 {
		whole.Properties[fmt.Sprintf("f%d", i)] = *text
	}
	closed, typed := whole, whole
	closed.AdditionalProperties = &spec.SchemaOrBool{}
	typed.AdditionalProperties = &spec.SchemaOrBool{Allows: true, Schema: spec.Int64Property()}
	wrong := 0
	for _, s := range []*spec.Schema{&whole, &closed, &typed} {
		for _, value := range []map[string]any{{}, {"f1": "a"}, {"f1": int64(1), "f2": "a"}, {"f1": "a", "f2": "b", "other": "c"}, {"f3": true, "other": int64(1)}} {
			want := openapivalidate.NewSchemaValidator(s, nil, "", strfmt.Default).Validate(value).Errors
			got, _ := collected(s, value, nil, false)
			if !reflect.DeepEqual(texts(got), texts(want)) {
				t.Errorf("%v: %q, want %q", value, texts(got), texts(want))
			}
			wrong += len(want)
		}
	}
	if wrong < 10 {
		t.Errorf("only %d errors", wrong)
	}
}
