package validate

import (
	"fmt"
	"reflect"
	"testing"

	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestFewOfManyProperties validates objects with few of many properties, which a Checker goes
// to by the fields that are there.
func TestFewOfManyProperties(t *testing.T) {
	var properties []schema.Property
	for i := range 128 {
		properties = append(properties, schema.Property{Name: fmt.Sprintf("f%d", i), Schema: &schema.Schema{Type: "string"}})
	}
	whole := schema.Schema{Type: "object", Required: []string{"f1", "f2"}, Properties: schema.NewProperties(properties)}
	closed, typed := whole, whole
	closed.AdditionalProperties = &schema.SchemaOrBool{}
	typed.AdditionalProperties = &schema.SchemaOrBool{Allows: true, Schema: &schema.Schema{Type: "integer"}}
	server := behaviour.Of(kube.Latest)
	wrong := 0
	for _, s := range []*schema.Schema{&whole, &closed, &typed} {
		for _, value := range []map[string]any{{}, {"f1": "a"}, {"f1": int64(1), "f2": "a"}, {"f1": "a", "f2": "b", "other": "c"}, {"f3": true, "other": int64(1)}} {
			want := openapivalidate.NewSchemaValidator(ObjectSchema(s, server), nil, "", strfmt.Default).Validate(value).Errors
			got, _ := collected(ObjectChecker(s, server), value, nil, false)
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
