package dryrun_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

const widgets = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas: {type: integer, maximum: 5}
              port: {type: integer, default: 8080}
`

// A resource is built once; then it answers for any number of objects.
func Example() {
	c, _ := crd.Decode(source.Read("widgets.yaml", []byte(widgets)).Documents[0])
	resource, err := dryrun.New(c, dryrun.Server{})
	if err != nil {
		fmt.Println(err)
		return
	}

	web, err := dryrun.FromJSON([]byte(`{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"web"},"spec":{"replicas":9,"replica":1}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	result := resource.Create(web, dryrun.RequestOptions{FieldValidation: dryrun.Warn})
	fmt.Println(result.APIServer.Code, result.APIServer.Message)
	fmt.Println(result.APIServer.Warnings)
	for _, e := range result.Trace {
		fmt.Println(e.Action, e.Path, e.Value, "-", e.Reason)
	}

	stored := dryrun.FromValue(map[string]any{
		"apiVersion": "example.com/v1", "kind": "Widget",
		"metadata": map[string]any{"name": "web"},
		"spec":     map[string]any{"replicas": int64(9)},
	})
	result, err = resource.Update(web, stored, dryrun.RequestOptions{FieldValidation: dryrun.Ignore, FillResourceVersion: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.APIServer.Code, result.Object["spec"])
	// Output:
	// 422 Widget.example.com "web" is invalid: spec.replicas: Invalid value: 9: spec.replicas in body should be less than or equal to 5
	// [unknown field "spec.replica"]
	// pruned spec.replica 1 - no such field in the schema
	// defaulted spec.port 8080 - absent, and the schema has a default
	// set metadata.namespace default - the namespace of the request
	// 200 map[port:8080 replicas:9]
}
