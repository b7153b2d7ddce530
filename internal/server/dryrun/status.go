package dryrun

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// resetStatusOnCreate removes status if it is a subresource (PrepareForCreate of
// pkg/registry/customresource/strategy.go).
func (q *request) resetStatusOnCreate() {
	if v, found := q.obj["status"]; found && q.v.status {
		delete(q.obj, "status")
		q.trace.add(Status, Dropped, finding.Root("status"), v, "status is written through the status subresource")
	}
}

// resetStatusOnUpdate restores the old status if it is a subresource, and increments the generation if more than
// metadata changes (PrepareForUpdate of the same file).
func (q *request) resetStatusOnUpdate() {
	if q.v.status {
		sent, was := q.obj["status"]
		old, has := q.old["status"]
		if has {
			q.obj["status"] = old
		} else {
			delete(q.obj, "status")
		}
		if was && !jsonvalue.Equal(sent, old) {
			q.trace.add(Status, Kept, finding.Root("status"), old, "status is written through the status subresource")
		}
	}
	if !sameBesideMetadata(q.obj, q.old) {
		q.setGeneration(q.oldObject().GetGeneration() + 1)
	}
}

// resetAllButStatus restores all fields of the old object except status (PrepareForUpdate of
// pkg/registry/customresource/status_strategy.go).
func (q *request) resetAllButStatus() {
	sent := q.obj
	for _, k := range sortedKeys(sent) {
		if k != "status" && k != "metadata" && !jsonvalue.Equal(sent[k], q.old[k]) {
			q.trace.add(Status, Kept, finding.Root(k), q.old[k], "the status subresource writes only status")
		}
	}
	q.obj = runtime.DeepCopyJSON(q.old)
	if q.opts.Owners {
		// The request's managedFields are kept, as in PrepareForUpdate.
		managed := (&unstructured.Unstructured{Object: sent}).GetManagedFields()
		q.object().SetManagedFields(managed)
	}
	if status, found := sent["status"]; found {
		q.obj["status"] = status
	} else {
		delete(q.obj, "status")
	}
}

func sameBesideMetadata(a, b map[string]any) bool { return jsonvalue.EqualBut(a, b, "metadata") }

// sameObject reports whether objects are equal except for the metadata that the server manages (managed).
func sameObject(a, b map[string]any) bool {
	meta, ok := a["metadata"].(map[string]any)
	other, otherOK := b["metadata"].(map[string]any)
	if !ok || !otherOK {
		return jsonvalue.Equal(a, b)
	}
	return sameBesideMetadata(a, b) && jsonvalue.EqualBut(meta, other, managed[:]...)
}
