package dryrun

import (
	"fmt"
	"net/http"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// ReadScale returns the autoscaling/v1 Scale of an object, as a GET of its scale subresource does
// (scaleFromCustomResource of pkg/registry/customresource). found is false if the object has no replicas, for which
// such a GET returns an error. The error is for values of a wrong type, or for a version without the subresource.
func (r *Resource) ReadScale(version string, object map[string]any) (scale map[string]any, found bool, err error) {
	v := r.versions[version]
	if v == nil || v.scale == nil {
		return nil, false, fmt.Errorf("version %q of %s has no scale subresource", version, r.groupResource())
	}
	replicas, found, err := unstructured.NestedInt64(object, validate.SplitPath(v.scale.SpecReplicasPath)...)
	if err != nil {
		return nil, false, err
	}
	status, _, err := unstructured.NestedInt64(object, validate.SplitPath(v.scale.StatusReplicasPath)...)
	if err != nil {
		return nil, false, err
	}
	current := map[string]any{"replicas": status}
	if p := v.scale.LabelSelectorPath; p != nil && *p != "" {
		selector, _, err := unstructured.NestedString(object, validate.SplitPath(*p)...)
		if err != nil {
			return nil, false, err
		}
		if selector != "" {
			current["selector"] = selector
		}
	}
	meta := map[string]any{}
	for _, k := range [...]string{"name", "namespace", "resourceVersion"} {
		if s, ok, _ := unstructured.NestedString(object, "metadata", k); ok {
			meta[k] = s
		}
	}
	spec := map[string]any{}
	if replicas != 0 {
		spec["replicas"] = int64(int32(replicas)) // truncated as by the server
	}
	return map[string]any{"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": meta, "spec": spec, "status": current}, found, nil
}

// setReplicas sets the replicas at the path of the scale subresource (UpdatedObject of scaleUpdatedObjectInfo of
// pkg/registry/customresource).
func (q *request) setReplicas(replicas int32) bool {
	if _, _, err := q.resource.ReadScale(q.v.name, q.old); err != nil {
		q.refuse(code.Refused, http.StatusInternalServerError, err.Error())
		return false
	}
	q.obj = runtime.DeepCopyJSON(q.old)
	if u := q.object(); u.GetResourceVersion() == "" {
		q.setStandInVersion(u)
		q.oldObject().SetResourceVersion(u.GetResourceVersion())
	}
	path := q.v.scale.SpecReplicasPath
	if err := unstructured.SetNestedField(q.obj, int64(replicas), validate.SplitPath(path)...); err != nil {
		q.refuse(code.Refused, http.StatusInternalServerError, err.Error())
		return false
	}
	q.trace.add(Decode, SetBy, finding.Root(validate.SplitPath(path)...), int64(replicas), "the replicas of the Scale")
	return true
}

// readScale sets the Scale of the stored object in the result.
func (q *request) readScale() {
	scale, _, err := q.resource.ReadScale(q.v.name, q.out.Object)
	if err != nil {
		q.refuse(code.Refused, http.StatusBadRequest, err.Error())
		return
	}
	q.out.Scale = scale
}
