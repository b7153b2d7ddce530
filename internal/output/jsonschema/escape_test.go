package jsonschema_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/output/jsonschema"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

// TestDescriptionsStay: what people read is not escaped, wherever it stands.
func TestDescriptionsStay(t *testing.T) {
	text := func(is *schema.Schema) *schema.Schema {
		is.Description = "<a> & b"
		return is
	}
	word := func() *schema.Schema { return text(&schema.Schema{Type: "string"}) }
	c := &crd.CustomResourceDefinition{}
	c.Spec.Group, c.Spec.Scope = "example.com", "Namespaced"
	c.Spec.Names = crd.Names{Plural: "widgets", Kind: "Widget"}
	c.Spec.Versions = []crd.Version{{
		Name: "v1", Served: true,
		Schema: &crd.Validation{OpenAPIV3Schema: text(&schema.Schema{
			Type: "object", Properties: schema.NewProperties([]schema.Property{
				{Name: "field", Schema: word()},
				{Name: "list", Schema: text(&schema.Schema{Type: "array", Items: &schema.Items{Schema: word()}})},
				{Name: "map", Schema: text(&schema.Schema{Type: "object", AdditionalProperties: &schema.SchemaOrBool{Schema: word()}})},
			}),
		})},
	}}
	docs, err := jsonschema.Export([]*crd.CustomResourceDefinition{c}, jsonschema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := docs[0].MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(out), `"description":"<a> & b"`); n != 6 {
		t.Errorf("%d of 6 descriptions are as they were:\n%s", n, out)
	}
}
