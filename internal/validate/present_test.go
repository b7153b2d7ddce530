package validate

import (
	"fmt"
	"slices"
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"
)

// TestPresent validates objects with few of many properties, by all of them and by those
// that are left.
func TestPresent(t *testing.T) {
	text := spec.StringProperty()
	whole := spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{"object"}, Required: []string{"f1", "f2"}, Properties: map[string]spec.Schema{}}}
	for i := range 2 * manyProperties {
		whole.Properties[fmt.Sprintf("f%d", i)] = *text
	}
	closed, typed := whole, whole
	closed.AdditionalProperties = &spec.SchemaOrBool{}
	typed.AdditionalProperties = &spec.SchemaOrBool{Allows: true, Schema: spec.Int64Property()}
	wrong := 0
	for _, s := range []*spec.Schema{&whole, &closed, &typed} {
		for _, value := range []map[string]any{{}, {"f1": "a"}, {"f1": int64(1), "f2": "a"}, {"f1": "a", "f2": "b", "other": "c"}, {"f3": true, "other": int64(1)}} {
			few := present(s, value)
			if few == s || len(few.Properties) > len(value) {
				t.Fatalf("%v: %d properties are left", value, len(few.Properties))
			}
			var said [2][]string
			for i, by := range []*spec.Schema{s, few} {
				for _, err := range openapivalidate.NewSchemaValidator(by, nil, "", strfmt.Default).Validate(value).Errors {
					said[i] = append(said[i], err.Error())
				}
				slices.Sort(said[i])
			}
			if !slices.Equal(said[0], said[1]) {
				t.Errorf("%v: %q, and by few properties %q", value, said[0], said[1])
			}
			wrong += len(said[0])
		}
		full := map[string]any{}
		for name := range s.Properties {
			full[name] = "a"
		}
		if present(s, full) != s {
			t.Error("properties are left out for an object that has all")
		}
	}
	if wrong < 10 {
		t.Errorf("only %d errors", wrong)
	}
}
