package jsonschema_test

import (
	"encoding/json"
	"fmt"

	"github.com/crdtool/crdtool/internal/output/jsonschema"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

// The server drops a null that the schema does not allow, and prunes what it does
// not know.
func ExampleExport() {
	c := &crd.CustomResourceDefinition{}
	c.Spec.Group, c.Spec.Scope = "example.com", "Namespaced"
	c.Spec.Names = crd.Names{Plural: "widgets", Kind: "Widget"}
	c.Spec.Versions = []crd.Version{{
		Name: "v1", Served: true,
		Schema: &crd.Validation{OpenAPIV3Schema: &schema.Schema{
			Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "size", Schema: &schema.Schema{XIntOrString: true}}}),
		}},
	}}
	docs, err := jsonschema.Export([]*crd.CustomResourceDefinition{c}, jsonschema.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	size, _ := json.Marshal(docs[0].Schema.Properties["size"])
	fmt.Println(jsonschema.Kubeconform.Path(&docs[0]))
	fmt.Println(string(size), docs[0].Schema.AdditionalProperties)
	// Output:
	// example.com/widget_v1.json
	// {"type":["integer","string","null"],"x-kubernetes-int-or-string":true} false
}
