package openapiv3_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Each group and version has a document.
func ExampleBuild() {
	c := &crd.CustomResourceDefinition{}
	c.Spec.Group, c.Spec.Scope = "example.com", "Namespaced"
	c.Spec.Names = crd.Names{Plural: "widgets", Kind: "Widget"}
	c.Spec.Versions = []crd.Version{{
		Name: "v1", Served: true,
		Schema: &crd.Validation{OpenAPIV3Schema: &schema.Schema{Type: "object", Description: "A small thing."}},
	}}
	docs, err := openapiv3.Build([]*crd.CustomResourceDefinition{c}, kube.Latest)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, gv := range docs.GroupVersions() {
		doc := docs[gv]
		fmt.Println(gv, doc.Components.Schemas["com.example.v1.Widget"].Description)
		fmt.Println(doc.Paths.Paths["/apis/example.com/v1/namespaces/{namespace}/widgets"].Post.OperationId)
	}
	// Output:
	// example.com/v1 A small thing.
	// createExampleComV1NamespacedWidget
}
