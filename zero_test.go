package crdtool

import (
	"context"
	"testing"

	"k8s.io/apimachinery/pkg/types"
)

// TestZeroValues: what was never made by its constructor works as one without options, and a
// nil context is the background one.
func TestZeroValues(t *testing.T) {
	var noContext context.Context // nil, as a caller may leave it
	const crd = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\n"
	for name, l := range map[string]*Linter{"zero": {}, "nil": nil} {
		if r := l.Lint("a.yaml", []byte(crd)); r.Summary.Errors == 0 {
			t.Errorf("%s: Lint finds nothing: %+v", name, r)
		}
		if f := l.Fix("a.yaml", []byte(crd)); f == nil {
			t.Errorf("%s: Fix returns nil", name)
		}
		l.Costs("a.yaml", []byte(crd), CostOptions{})
		dir := t.TempDir()
		if _, err := l.LintFiles(noContext, dir); err == nil {
			t.Errorf("%s: no error for an empty folder", name)
		}
		if _, err := l.CostFiles(noContext, CostOptions{}, dir); err == nil {
			t.Errorf("%s: no error for an empty folder", name)
		}
	}
	object := map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "a"}}
	for name, c := range map[string]*Cluster{"zero": {}, "nil": nil} {
		if _, err := c.Create(noContext, object, RequestOptions{}); err == nil {
			t.Errorf("%s: an object without a CRD was created", name)
		}
		if _, err := c.Update(noContext, object, object, RequestOptions{}); err == nil {
			t.Errorf("%s: an object without a CRD was updated", name)
		}
		if _, err := c.Patch(noContext, []byte("{}"), types.MergePatchType, object, RequestOptions{}); err == nil {
			t.Errorf("%s: an object without a CRD was patched", name)
		}
		if _, err := c.Apply(noContext, "a.yaml", []byte("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n"), ApplyOptions{}); err != nil {
			t.Errorf("%s: Apply: %v", name, err)
		}
		if _, err := c.OpenAPIV3(); err != nil {
			t.Errorf("%s: OpenAPIV3: %v", name, err)
		}
		if _, err := c.JSONSchemas(JSONSchemaOptions{}); err != nil {
			t.Errorf("%s: JSONSchemas: %v", name, err)
		}
		if _, err := c.Samples(noContext, SampleOptions{}); err != nil {
			t.Errorf("%s: Samples: %v", name, err)
		}
		if _, err := c.Explain("widget", ExplainOptions{}); err == nil {
			t.Errorf("%s: a kind without a CRD is explained", name)
		}
		if err := c.WriteDocs(nil, DocsOptions{}); err == nil || err.Error() != "the writer is nil" {
			t.Errorf("%s: WriteDocs: %v", name, err)
		}
		c.Convert("a.yaml", []byte("a: 1\n"), "v1")
	}
	if _, err := LoadCluster(noContext, ClusterOptions{}, t.TempDir()); err == nil {
		t.Error("LoadCluster: no error for an empty folder")
	}
	if _, err := Diff(noContext, DiffOptions{}, DiffSide{}, DiffSide{}); err == nil {
		t.Error("Diff: no error for two sides without CRDs")
	}
}
