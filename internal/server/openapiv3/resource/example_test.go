package resource_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
)

// A resource has a path for its collections, one for an object and one for each
// subresource.
func Example_pathsOfAResource() {
	r := resource.Resource{Group: "example.com", Version: "v1", Kind: "Widget", ListKind: "WidgetList", Plural: "widgets", Status: true}
	for _, p := range r.Paths() {
		for _, o := range p.Operations {
			fmt.Println(o.Method, p.Path, o.ID)
		}
	}
	// Output:
	// GET /apis/example.com/v1/widgets listExampleComV1Widget
	// POST /apis/example.com/v1/widgets createExampleComV1Widget
	// DELETE /apis/example.com/v1/widgets deleteExampleComV1CollectionWidget
	// GET /apis/example.com/v1/widgets/{name} readExampleComV1Widget
	// PUT /apis/example.com/v1/widgets/{name} replaceExampleComV1Widget
	// DELETE /apis/example.com/v1/widgets/{name} deleteExampleComV1Widget
	// PATCH /apis/example.com/v1/widgets/{name} patchExampleComV1Widget
	// GET /apis/example.com/v1/widgets/{name}/status readExampleComV1WidgetStatus
	// PUT /apis/example.com/v1/widgets/{name}/status replaceExampleComV1WidgetStatus
	// PATCH /apis/example.com/v1/widgets/{name}/status patchExampleComV1WidgetStatus
}
