package crdtest_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/crdtest"
)

// TestZeroCluster: a zero Cluster, and one of a nil Server, are clusters without CRDs.
func TestZeroCluster(t *testing.T) {
	var none *crdtest.Server
	for name, c := range map[string]*crdtest.Cluster{"zero": {}, "of a nil server": none.Cluster(nil)} {
		object := untyped("Lamp", "a", nil)
		for what, err := range map[string]error{
			"Create": c.Create(object), "Update": c.Update(object), "UpdateStatus": c.UpdateStatus(object), "Apply": c.Apply(object, crdtest.FieldOwner("me")),
			"Patch": c.Patch(object, types.MergePatchType, []byte("{}")), "Delete": c.Delete(object), "Put": c.Put(object),
			"Get": c.Get(types.NamespacedName{Name: "a"}, object),
		} {
			if err == nil {
				t.Errorf("%s: %s of a kind without a CRD succeeds", name, what)
			}
		}
		if w, text := c.Warnings(), c.Explain(nil); len(w) > 0 || text != "" {
			t.Errorf("%s: %v, %s", name, w, text)
		}
	}
}
