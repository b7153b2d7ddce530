package crdtool_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/crdtool/crdtool"
	"github.com/crdtool/crdtool/internal/dryrun"
)

func widget(spec map[string]any) map[string]any {
	return map[string]any{
		"apiVersion": "example.com/v1", "kind": "Widget",
		"metadata": map[string]any{"name": "web", "namespace": "default"},
		"spec":     spec,
	}
}

// One DryRun serves any number of goroutines.
func TestDryRunIsConcurrent(t *testing.T) {
	cluster, err := crdtool.LoadDryRun("examples/widgets.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 50 {
				object := widget(map[string]any{"image": "web:1", "replicas": i})
				result, err := cluster.Create(object, dryrun.RequestOptions{})
				if err != nil || !result.APIServer.Accepted {
					t.Errorf("create: %v, %+v", err, result)
					return
				}
				result, err = cluster.Update(object, result.Object, dryrun.RequestOptions{FillResourceVersion: true})
				if err != nil || !result.Unchanged() {
					t.Errorf("update: %v, %+v", err, result)
				}
			}
		})
	}
	wg.Wait()
}

func TestDryRunRequests(t *testing.T) {
	cluster, err := crdtool.LoadDryRun("examples/widgets.yaml")
	if err != nil {
		t.Fatal(err)
	}
	old := widget(map[string]any{"image": "web:1", "replicas": 1})
	status := widget(map[string]any{"image": "web:2"})
	status["status"] = map[string]any{"replicas": 1}
	result, err := cluster.UpdateStatus(status, old, dryrun.RequestOptions{FillResourceVersion: true})
	if err != nil || !result.APIServer.Accepted || result.Object["status"] == nil || result.Object["spec"].(map[string]any)["image"] != "web:1" {
		t.Errorf("status: %v, %+v", err, result)
	}
	result, err = cluster.Scale(7, old, dryrun.RequestOptions{})
	if err != nil || result.Scale["spec"].(map[string]any)["replicas"] != int64(7) {
		t.Errorf("scale: %v, %+v", err, result)
	}
	for _, c := range []struct {
		object any
		want   string
	}{
		{map[string]any{"apiVersion": "example.com/v1", "kind": "Wigdet"}, `no CRD for kind "Wigdet" in group "example.com"; did you mean kind: Widget?`},
		{map[string]any{"apiVersion": "v1", "kind": "Widget"}, `no CRD for kind "Widget" in group ""`},
		{[]string{"a"}, "cannot unmarshal array"},
		{func() {}, "unsupported type"},
	} {
		if _, err := cluster.Create(c.object, dryrun.RequestOptions{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

func TestDryRunErrors(t *testing.T) {
	if _, err := crdtool.NewDryRun([]byte("a: [1\n")); err == nil || !strings.Contains(err.Error(), "CRDs 1:") {
		t.Errorf("broken CRDs: %v", err)
	}
	if _, err := crdtool.LoadDryRun("examples/wigdets.yaml"); err == nil || !strings.Contains(err.Error(), "widgets.yaml") {
		t.Errorf("missing file: %v", err)
	}
	cluster, err := crdtool.NewDryRun()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cluster.Apply("a.yaml", nil, crdtool.ApplyOptions{Live: []byte("a: [1\n")}); err == nil {
		t.Error("broken live objects are no error")
	}
	report, err := cluster.Apply("a.yaml", []byte("apiVersion: a.b/v1\nkind: C\n"), crdtool.ApplyOptions{})
	if err != nil || len(report.Findings) != 1 {
		t.Errorf("an object without a CRD: %v, %+v", err, report)
	}
}
