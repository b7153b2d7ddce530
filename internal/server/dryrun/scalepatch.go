package dryrun

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kjson "sigs.k8s.io/json"

	"github.com/crdtool/crdtool/internal/text/code"
)

// Scale is declared like autoscaling/v1's, as errors of the decoder contain its names.
type (
	Scale struct {
		metav1.TypeMeta   `json:",inline"`
		metav1.ObjectMeta `json:"metadata"`
		Spec              ScaleSpec   `json:"spec"`
		Status            ScaleStatus `json:"status"`
	}
	// ScaleSpec is the spec of a Scale.
	ScaleSpec struct {
		Replicas int32 `json:"replicas,omitempty"`
	}
	// ScaleStatus is the status of a Scale.
	ScaleStatus struct {
		Replicas int32  `json:"replicas"`
		Selector string `json:"selector,omitempty"`
	}
)

// noReplicas is the server's value for absent replicas.
const noReplicas = math.MinInt32

// patchScale patches the Scale of the old object and sets the object's replicas (UpdatedObject of
// scaleUpdatedObjectInfo of pkg/registry/customresource).
func (q *request) patchScale(p *Patch) bool {
	was, found, err := q.resource.ReadScale(q.v.name, q.old)
	if err != nil {
		return q.failed(err)
	}
	if !found {
		was["spec"] = map[string]any{"replicas": int64(noReplicas)}
	}
	old := q.oldObject()
	if uid := old.GetUID(); uid != "" {
		was["metadata"].(map[string]any)["uid"] = string(uid)
	}
	current, err := json.Marshal(was)
	if err != nil {
		return q.failed(err)
	}
	patched, flaws, ok := q.patchJSON(p, append(current, '\n'))
	if !ok {
		return false
	}
	var is Scale
	unknown, err := kjson.UnmarshalStrict(patched, &is)
	if err != nil {
		return q.refusePatched(patched, err.Error())
	}
	flaws = append(flaws, texts(unknown, "")...)
	if !q.passes(flaws) {
		return q.refusePatched(patched, strictError(flaws))
	}
	if is.Spec.Replicas == noReplicas {
		q.refuse(code.Refused, http.StatusBadRequest, fmt.Sprintf("the spec replicas field %q cannot be empty", q.v.scale.SpecReplicasPath))
		return false
	}
	if v := is.ResourceVersion; v != "" && old.GetResourceVersion() != "" && v != old.GetResourceVersion() {
		q.conflict(code.ResourceVersionConflict, "the object has been modified; please apply your changes to the latest version and try again")
		return false
	}
	return q.setReplicas(is.Spec.Replicas) && q.recordReplicasOwner()
}
