package dryrun

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
)

// resetStatusOnCreate drops status where it is a subresource (PrepareForCreate
// of pkg/registry/customresource/strategy.go).
func (q *request) resetStatusOnCreate() {
	if v, found := q.obj["status"]; found && q.v.status {
		delete(q.obj, "status")
		q.trace.add(Status, Dropped, finding.Root("status"), v, "status is written through the status subresource")
	}
}

// resetStatusOnUpdate keeps the old status where it is a subresource, and raises
// the generation if anything but metadata changes (PrepareForUpdate there).
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

// resetAllButStatus keeps everything of the old object but status
// (PrepareForUpdate of pkg/registry/customresource/status_strategy.go).
func (q *request) resetAllButStatus() {
	sent := q.obj
	for _, k := range sortedKeys(sent) {
		if k != "status" && k != "metadata" && !jsonvalue.Equal(sent[k], q.old[k]) {
			q.trace.add(Status, Kept, finding.Root(k), q.old[k], "the status subresource writes only status")
		}
	}
	q.obj = runtime.DeepCopyJSON(q.old)
	if q.opts.Owners {
		// What the request made of them is kept (PrepareForUpdate there).
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

// sameObject reports whether objects are equal but for what the server manages (exported).
func sameObject(a, b map[string]any) bool {
	meta, ok := a["metadata"].(map[string]any)
	other, otherOK := b["metadata"].(map[string]any)
	if !ok || !otherOK {
		return jsonvalue.Equal(a, b)
	}
	return sameBesideMetadata(a, b) && jsonvalue.EqualBut(meta, other, managed[:]...)
}
