package openapiv2_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/crdtool/crdtool/openapiv2"
)

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
