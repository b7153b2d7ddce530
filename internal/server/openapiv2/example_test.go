package openapiv2_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func widget() *crd.CustomResourceDefinition {
	c := &crd.CustomResourceDefinition{}
	c.Spec.Group, c.Spec.Scope = "example.com", "Namespaced"
	c.Spec.Names = crd.Names{Plural: "widgets", Kind: "Widget"}
	note := &schema.Schema{Type: "string", Nullable: true}
	c.Spec.Versions = []crd.Version{{
		Name: "v1", Served: true,
		Schema: &crd.Validation{OpenAPIV3Schema: &schema.Schema{
			Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "note", Schema: note}}),
		}},
	}}
	return c
}

// One document holds all group versions.
func ExampleBuild() {
	doc, err := openapiv2.Build([]*crd.CustomResourceDefinition{widget()}, kube.Latest)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Definitions["com.example.v1.Widget"].Properties["note"].Type)
	fmt.Println(doc.Paths.Paths["/apis/example.com/v1/namespaces/{namespace}/widgets/{name}"].Get.ID)
	// Output:
	// []
	// readExampleComV1NamespacedWidget
}

// What may be null has no type in v2.
func ExampleExplainLoss() {
	losses, err := openapiv2.ExplainLoss([]*crd.CustomResourceDefinition{widget()}, kube.Latest)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range losses {
		fmt.Printf("%s %s: %v\n", l.Field, l.Keyword, l.Value)
	}
	// Output:
	// note nullable: true
	// note type: string
}
