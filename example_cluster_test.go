package crdtool_test

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/types"

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
	// 0 skipped : the live object is a manifest that was in no cluster, so it is taken for what was applied before in this way
	// 7 pruned spec.replica: no such field; did you mean "replicas"?
	// 0 defaulted spec.size: absent, and the schema has a default
}

// What is applied server-side conflicts with a field that somebody else has written since:
// the report says who, what stands there, and what to change.
func ExampleApplyOptions_serverSide() {
	ctx := context.Background()
	cluster, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	const web = `apiVersion: example.com/v1
kind: Widget
metadata: {name: web, namespace: default}
spec:
  image: web:1.5
  replicas: 2
`
	// As kubectl get -o yaml --show-managed-fields prints it.
	const live = `apiVersion: example.com/v1
kind: Widget
metadata:
  name: web
  namespace: default
  resourceVersion: "812"
  managedFields:
  - apiVersion: example.com/v1
    fieldsType: FieldsV1
    fieldsV1: {f:spec: {f:image: {}}}
    manager: argocd-controller
    operation: Apply
  - apiVersion: example.com/v1
    fieldsType: FieldsV1
    fieldsV1: {f:spec: {f:replicas: {}}}
    manager: kubectl-edit
    operation: Update
spec: {image: "web:1.4", size: large, replicas: 5}
`
	opts := crdtool.ApplyOptions{Live: []byte(live), ServerSide: true, FieldManager: "argocd-controller"}
	report, err := cluster.Apply(ctx, "web.yaml", []byte(web), opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range report.Results[0].Findings {
		fmt.Printf("%s:%d: %s: %s\n%s\n", f.File, f.Line, f.Path, f.Message, f.Help)
	}
	opts.ForceConflicts = true
	report, err = cluster.Apply(ctx, "web.yaml", []byte(web), opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Results[0].Verdict, report.Results[0].Object["spec"])
	// Output:
	// web.yaml:6: spec.replicas: the manifest has 2, but the live object has 5, written by "kubectl-edit" (by hand, kubectl edit)
	// remove it from the manifest to leave it to "kubectl-edit", write 5 to own it together, or add --force-conflicts to take it over
	// updated map[image:web:1.5 replicas:2 size:large]
}

// A controller's own requests, one object at a time.
func ExampleCluster_ServerSideApply() {
	ctx := context.Background()
	cluster, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	widget := func(spec map[string]any) map[string]any {
		return map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "web"}, "spec": spec}
	}
	mine := crdtool.RequestOptions{FieldManager: "widget-controller", ShowManagedFields: true}
	first, err := cluster.ServerSideApply(ctx, widget(map[string]any{"image": "web:1.4", "size": "large"}), nil, mine)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(first.Verdict)

	other := crdtool.RequestOptions{FieldManager: "autoscaler", ShowManagedFields: true}
	second, err := cluster.Patch(ctx, []byte(`{"spec": {"size": "small"}}`), types.MergePatchType, first.Object, other)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(second.Verdict)

	third, err := cluster.ServerSideApply(ctx, widget(map[string]any{"image": "web:1.5", "size": "large"}), second.Object, mine)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(third.Verdict, third.APIServer.Message)
	// Output:
	// created
	// updated
	// refused Apply failed with 1 conflict: conflict with "autoscaler" using example.com/v1: .spec.size
}
