package openapiv2_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/openapiv2"
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

// decoded is a CRD as encoding/json and sigs.k8s.io/yaml decode it.
func decoded() map[string]any {
	type object = map[string]any
	return object{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": object{"name": "widgets.example.com"},
		"spec": object{
			"group": "example.com", "scope": "Namespaced", "names": object{"plural": "widgets", "kind": "Widget"},
			"versions": []any{object{"name": "v1", "served": true, "storage": true, "schema": object{
				"openAPIV3Schema": object{"type": "object", "properties": object{
					"note": object{"type": "string", "nullable": true},
				}},
			}}},
		},
	}
}

func ExampleDocument() {
	text, err := openapiv2.Document(decoded())
	if err != nil {
		fmt.Println(err)
		return
	}
	var doc struct{ Paths map[string]any }
	if err := json.Unmarshal(text, &doc); err != nil {
		fmt.Println(err)
		return
	}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		fmt.Println(path)
	}
	// Output:
	// /apis/example.com/v1/namespaces/{namespace}/widgets
	// /apis/example.com/v1/namespaces/{namespace}/widgets/{name}
	// /apis/example.com/v1/widgets
}

func ExampleLosses() {
	losses, err := openapiv2.Losses(decoded())
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
