package crdtool_test

import (
	"context"
	"fmt"

	"github.com/crdtool/crdtool"
)

// A test of a controller can ask what the cluster would do with the objects that
// it writes: the CRDs are loaded once, and any number of objects tried.
func ExampleCluster() {
	ctx := context.Background()
	cluster, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	widget := map[string]any{
		"apiVersion": "example.com/v1",
		"kind":       "Widget",
		"metadata":   map[string]any{"name": "web"},
		"spec":       map[string]any{"image": "web:1.4", "size": "huge"},
	}
	result, err := cluster.Create(ctx, widget, crdtool.RequestOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.APIServer.Code, result.APIServer.Causes[0].Message)

	widget["spec"] = map[string]any{"image": "web:1.4", "size": "large"}
	result, err = cluster.Create(ctx, widget, crdtool.RequestOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.APIServer.Code, result.Object["spec"])
	// Output:
	// 422 Unsupported value: "huge": supported values: "small", "medium", "large"
	// 201 map[image:web:1.4 replicas:1 size:large]
}

// Objects in a file are answered at their lines.
func ExampleCluster_Apply() {
	ctx := context.Background()
	cluster, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	const web = `apiVersion: example.com/v1
kind: Widget
metadata:
  name: web
spec:
  image: web:1.5
  replica: 3
`
	const live = `apiVersion: example.com/v1
kind: Widget
metadata: {name: web, namespace: default}
spec: {image: "web:1.4", size: large}
`
	report, err := cluster.Apply(ctx, "web.yaml", []byte(web), crdtool.ApplyOptions{FieldValidation: crdtool.Warn, Live: []byte(live)})
	if err != nil {
		fmt.Println(err)
		return
	}
	result := report.Results[0]
	fmt.Println(result.Kind, result.Name, result.Verdict, result.APIServer.Warnings)
	for _, step := range result.Trace {
		fmt.Printf("%d %s %s: %s\n", step.Line, step.Action, step.Path, step.Reason)
	}
	// Output:
	// Widget web updated [unknown field "spec.replica"]
	// 7 pruned spec.replica: no such field; did you mean "replicas"?
	// 0 defaulted spec.size: absent, and the schema has a default
}
