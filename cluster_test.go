package crdtool_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/crdtool/crdtool"
	"github.com/crdtool/crdtool/report"
)

func widgetOf(spec map[string]any) map[string]any {
	return map[string]any{
		"apiVersion": "example.com/v1", "kind": "Widget",
		"metadata": map[string]any{"name": "web", "namespace": "default"},
		"spec":     spec,
	}
}

// One Cluster serves any number of goroutines.
func TestClusterIsConcurrent(t *testing.T) {
	cluster, err := crdtool.LoadCluster(t.Context(), crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 50 {
				object := widgetOf(map[string]any{"image": "web:1", "replicas": i})
				result, err := cluster.Create(t.Context(), object, crdtool.RequestOptions{})
				if err != nil || !result.APIServer.Accepted {
					t.Errorf("create: %v, %+v", err, result)
					return
				}
				result, err = cluster.Update(t.Context(), object, result.Object, crdtool.RequestOptions{})
				if err != nil || result.Verdict != report.Unchanged {
					t.Errorf("update: %v, %+v", err, result)
				}
			}
		})
	}
	wg.Wait()
}

// TestObjectsOfResultsAreTheCallers: to change one changes no other, so that an update of it
// is one.
func TestObjectsOfResultsAreTheCallers(t *testing.T) {
	cluster, err := crdtool.LoadCluster(t.Context(), crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		t.Fatal(err)
	}
	sent := widgetOf(map[string]any{"image": "web:1", "replicas": int64(1)})
	created, err := cluster.Create(t.Context(), sent, crdtool.RequestOptions{})
	if err != nil || !created.APIServer.Accepted {
		t.Fatalf("%v, %+v", err, created)
	}
	replicas := func(o map[string]any) any { return o["spec"].(map[string]any)["replicas"] }
	created.Object["spec"].(map[string]any)["replicas"] = int64(2)
	if replicas(created.Stored) != int64(1) || replicas(sent) != int64(1) {
		t.Errorf("after a change of the object, %v is stored and %v was sent", replicas(created.Stored), replicas(sent))
	}
	updated, err := cluster.Update(t.Context(), created.Object, created.Stored, crdtool.RequestOptions{})
	if err != nil || updated.Verdict == report.Unchanged || replicas(updated.Stored) != int64(2) {
		t.Errorf("%v, %+v", err, updated)
	}
}

func TestClusterRequests(t *testing.T) {
	cluster, err := crdtool.LoadCluster(t.Context(), crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		t.Fatal(err)
	}
	old := widgetOf(map[string]any{"image": "web:1", "replicas": 1})
	status := widgetOf(map[string]any{"image": "web:2"})
	status["status"] = map[string]any{"replicas": 1}
	result, err := cluster.UpdateStatus(t.Context(), status, old, crdtool.RequestOptions{})
	if err != nil || !result.APIServer.Accepted || result.Object["status"] == nil || result.Object["spec"].(map[string]any)["image"] != "web:1" {
		t.Errorf("status: %v, %+v", err, result)
	}
	result, err = cluster.Scale(t.Context(), 7, old, crdtool.RequestOptions{})
	if err != nil || result.Scale["spec"].(map[string]any)["replicas"] != int64(7) {
		t.Errorf("scale: %v, %+v", err, result)
	}
	for _, c := range []struct {
		object any
		want   string
	}{
		{map[string]any{"apiVersion": "example.com/v1", "kind": "Wigdet"}, `no CRD for kind "Wigdet" in group "example.com"; did you mean kind: Widget?`},
		{map[string]any{"apiVersion": "v1", "kind": "Widget"}, `no CRD for kind "Widget" in group ""`},
		{[]string{"a"}, "no JSON object"},
		{func() {}, "unsupported type"},
	} {
		if _, err := cluster.Create(t.Context(), c.object, crdtool.RequestOptions{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

func TestClusterErrors(t *testing.T) {
	if _, err := crdtool.NewCluster(crdtool.ClusterOptions{}, []byte("a: [1\n")); err == nil || !strings.Contains(err.Error(), "CRDs 1:") {
		t.Errorf("broken CRDs: %v", err)
	}
	if _, err := crdtool.LoadCluster(t.Context(), crdtool.ClusterOptions{}, "examples/wigdets.yaml"); err == nil || !strings.Contains(err.Error(), "widgets.yaml") {
		t.Errorf("missing file: %v", err)
	}
	cluster, err := crdtool.NewCluster(crdtool.ClusterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cluster.Apply(t.Context(), "a.yaml", nil, crdtool.ApplyOptions{Live: []byte("a: [1\n")}); err == nil {
		t.Error("broken live objects are no error")
	}
	of, err := cluster.Apply(t.Context(), "a.yaml", []byte("apiVersion: a.b/v1\nkind: C\n"), crdtool.ApplyOptions{})
	if err != nil || len(of.Findings) != 1 {
		t.Errorf("an object without a CRD: %v, %+v", err, of)
	}
}

// What an API server refuses for want of a resourceVersion, kubectl fills in.
func TestClusterNeedsResourceVersion(t *testing.T) {
	cluster, err := crdtool.LoadCluster(t.Context(), crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		t.Fatal(err)
	}
	old := widgetOf(map[string]any{"image": "web:1"})
	old["metadata"].(map[string]any)["resourceVersion"] = "7"
	object := widgetOf(map[string]any{"image": "web:2"})
	result, err := cluster.Update(t.Context(), object, old, crdtool.RequestOptions{NeedResourceVersion: true})
	if err != nil || result.APIServer.Reason() != "Invalid" {
		t.Errorf("without a resourceVersion: %v, %+v", err, result)
	}
	result, err = cluster.Update(t.Context(), object, old, crdtool.RequestOptions{})
	if err != nil || result.Verdict != report.Updated || result.Stored["spec"] == nil {
		t.Errorf("%v, %+v", err, result)
	}
}

// slow has a rule whose evaluation takes as long as the server lets it.
const slow = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: slows.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: slows, kind: Slow}
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
            properties: {a: {type: array, items: {type: integer}}}
            x-kubernetes-validations: [{rule: "self.a.all(x, self.a.all(y, self.a.all(z, x + y + z >= 0)))"}]
`

func TestContextEndsRules(t *testing.T) {
	cluster, err := crdtool.NewCluster(crdtool.ClusterOptions{IgnoreCRDErrors: true}, []byte(slow))
	if err != nil {
		t.Fatal(err)
	}
	object := map[string]any{
		"apiVersion": "example.com/v1", "kind": "Slow", "metadata": map[string]any{"name": "s"},
		"spec": map[string]any{"a": make([]int, 3000)},
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Hour))
	defer cancel()
	if _, err := cluster.Create(ctx, object, crdtool.RequestOptions{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}
