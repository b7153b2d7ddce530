package crdtool_test

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool"
	"github.com/crdtool/crdtool/report"
)

func TestClusterPatches(t *testing.T) {
	cluster, err := crdtool.LoadCluster(t.Context(), crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		t.Fatal(err)
	}
	old := widgetOf(map[string]any{"image": "web:1", "replicas": 1})
	for name, c := range map[string]struct {
		patch   string
		of      types.PatchType
		opts    crdtool.RequestOptions
		verdict report.Verdict
		code    int
		image   any
	}{
		"merge":       {`{"spec": {"image": "web:2"}}`, types.MergePatchType, crdtool.RequestOptions{}, report.Updated, 200, "web:2"},
		"json":        {`[{"op": "replace", "path": "/spec/image", "value": "web:3"}]`, types.JSONPatchType, crdtool.RequestOptions{}, report.Updated, 200, "web:3"},
		"no change":   {`{"spec": {"image": "web:1"}}`, types.MergePatchType, crdtool.RequestOptions{}, report.Unchanged, 200, "web:1"},
		"unknown":     {`{"spec": {"imagee": "web:2"}}`, types.MergePatchType, crdtool.RequestOptions{}, report.Unchanged, 200, "web:1"},
		"strict":      {`{"spec": {"imagee": "web:2"}}`, types.MergePatchType, crdtool.RequestOptions{FieldValidation: crdtool.Strict}, report.Refused, 422, nil},
		"not fitting": {`[{"op": "test", "path": "/spec/image", "value": "web:3"}]`, types.JSONPatchType, crdtool.RequestOptions{}, report.Refused, 422, nil},
		"status":      {`{"spec": {"image": "web:2"}, "status": {"replicas": 4}}`, types.MergePatchType, crdtool.RequestOptions{Subresource: "status"}, report.Updated, 200, "web:1"},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := cluster.Patch(t.Context(), []byte(c.patch), c.of, old, c.opts)
			if err != nil {
				t.Fatal(err)
			}
			if result.Verdict != c.verdict || result.APIServer.Code != c.code {
				t.Errorf("%s %d %s, want %s %d", result.Verdict, result.APIServer.Code, result.APIServer.Message, c.verdict, c.code)
			}
			if spec, _ := result.Object["spec"].(map[string]any); spec["image"] != c.image {
				t.Errorf("spec is %v, want the image %v", spec, c.image)
			}
		})
	}
	if _, err := cluster.Patch(t.Context(), []byte(`{}`), types.StrategicMergePatchType, old, crdtool.RequestOptions{}); err == nil {
		t.Error("a strategic merge patch is taken")
	}
	if _, err := cluster.Patch(t.Context(), []byte(`{}`), types.MergePatchType, old, crdtool.RequestOptions{Subresource: "scale"}); err == nil {
		t.Error("a patch of scale is taken")
	}
	if _, err := cluster.Patch(t.Context(), []byte(`{}`), types.MergePatchType, nil, crdtool.RequestOptions{}); err == nil {
		t.Error("a patch of nothing is taken")
	}
}

func TestClusterAppliesAndDeletes(t *testing.T) {
	cluster, err := crdtool.LoadCluster(t.Context(), crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		t.Fatal(err)
	}
	mine := crdtool.RequestOptions{FieldManager: "me", ShowManagedFields: true}
	first, err := cluster.ServerSideApply(t.Context(), widgetOf(map[string]any{"image": "web:1", "size": "large"}), nil, mine)
	if err != nil || first.Verdict != report.Created {
		t.Fatalf("%v, %+v", err, first)
	}
	// What I apply no longer goes, unless it has a default.
	next, err := cluster.ServerSideApply(t.Context(), widgetOf(map[string]any{"image": "web:1"}), first.Object, mine)
	if err != nil || next.Verdict != report.Updated || next.Object["spec"].(map[string]any)["size"] == "large" {
		t.Errorf("%v, %+v", err, next)
	}
	other := crdtool.RequestOptions{FieldManager: "other"}
	taken := widgetOf(map[string]any{"image": "web:2"})
	if result, err := cluster.ServerSideApply(t.Context(), taken, first.Object, other); err != nil || result.APIServer.Code != 409 || len(result.Findings) != 1 {
		t.Errorf("%v, %+v", err, result)
	}
	other.ForceConflicts = true
	if result, err := cluster.ServerSideApply(t.Context(), taken, first.Object, other); err != nil || result.Verdict != report.Updated {
		t.Errorf("%v, %+v", err, result)
	}
	hidden := widgetOf(map[string]any{"image": "web:1"})
	hidden["metadata"].(map[string]any)["uid"] = "1"
	if _, err := cluster.ServerSideApply(t.Context(), taken, hidden, mine); err == nil {
		t.Error("nobody knows who owns what, but it is merged")
	}

	if result, err := cluster.Delete(t.Context(), first.Object, crdtool.RequestOptions{}); err != nil || result.Verdict != report.Deleted || result.Object != nil {
		t.Errorf("%v, %+v", err, result)
	}
	result, err := cluster.Delete(t.Context(), first.Object, crdtool.RequestOptions{Propagation: metav1.DeletePropagationForeground})
	if err != nil || result.Verdict != report.Updated || result.Object["metadata"].(map[string]any)["deletionTimestamp"] == nil {
		t.Errorf("%v, %+v", err, result)
	}
}
