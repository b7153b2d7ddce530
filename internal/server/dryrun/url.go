package dryrun

import (
	"fmt"
	"net/http"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// matchNamespace checks that the object's namespace is that of the URL, and sets it if the object has none
// (EnsureObjectNamespaceMatchesRequestNamespace of k8s.io/apiserver/pkg/registry/rest).
func (q *request) matchNamespace() bool {
	u := q.object()
	switch own := u.GetNamespace(); {
	case own == q.namespace:
	case own == "":
		u.SetNamespace(q.namespace)
		q.trace.add(Metadata, SetBy, finding.Root("metadata", "namespace"), q.namespace, "the namespace of the request")
	case q.namespace == "":
		u.SetNamespace("")
		q.trace.add(Metadata, Dropped, finding.Root("metadata", "namespace"), own, "the resource is not namespaced")
	default:
		q.refuse(code.NamespaceMismatch, http.StatusBadRequest, "the namespace of the provided object does not match the namespace sent on the request")
		return false
	}
	return true
}

// matchName checks that the object's name is that of the URL (checkName of k8s.io/apiserver/pkg/endpoints/handlers).
func (q *request) matchName() bool {
	switch name := q.object().GetName(); name {
	case q.name:
		return true
	case "":
		q.refuse(code.Refused, http.StatusBadRequest, fmt.Sprintf("the name of the object (%s based on URL) was undeterminable: name must be provided", q.name))
	default:
		q.refuse(code.Refused, http.StatusBadRequest, fmt.Sprintf("the name of the object (%s) does not match the name on the URL (%s)", name, q.name))
	}
	return false
}

// matchUID checks that the object's uid is that of the stored object, except for patches, as the server does. It
// accepts any uid if the stored object has none because its file omits it.
func (q *request) matchUID() bool {
	uid, old := q.object().GetUID(), q.oldObject().GetUID()
	if uid == "" || old == "" || uid == old || q.patches() {
		return true
	}
	key := "/" + q.resource.group + "/" + q.resource.plural + "/"
	if q.namespace != "" {
		key += q.namespace + "/"
	}
	q.conflict(code.UIDConflict, fmt.Sprintf("StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: %v, UID in object meta: %v",
		key+q.name, uid, old))
	return false
}

// matchResourceVersion checks that the object's resourceVersion is that of the stored object (Update of
// k8s.io/apiserver/pkg/registry/generic/registry). It accepts any if the stored object has none.
func (q *request) matchResourceVersion() bool {
	u := q.object()
	stored := q.oldObject().GetResourceVersion()
	if q.opts.FillResourceVersion && u.GetResourceVersion() == "" {
		u.SetResourceVersion(stored)
		if stored == "" {
			q.setStandInVersion(u)
		}
	}
	if stored == "" {
		q.oldObject().SetResourceVersion(u.GetResourceVersion())
	}
	sent, err := resourceVersion(u.GetResourceVersion())
	if err != nil {
		q.refuse(code.Refused, http.StatusInternalServerError, err.Error())
		return false
	}
	at := finding.Root("metadata", "resourceVersion")
	switch old, err := resourceVersion(stored); {
	case sent == 0:
		// This message names the resource, where others name the kind.
		list := finding.List{finding.Invalid(code.ResourceVersionRequired, at, sent, "must be specified for an update")}
		answer.Invalid(&q.out.APIServer, q.resource.groupResource(), q.name, list)
		q.out.Findings = q.sorted(list)
		return false
	case stored == "" || err != nil:
		// The file of the stored object has no resourceVersion.
	case sent != old:
		q.conflict(code.ResourceVersionConflict, "the object has been modified; please apply your changes to the latest version and try again")
		return false
	}
	return true
}

// setStandInVersion sets a resourceVersion in an object if neither file has one. The result does not show it.
func (q *request) setStandInVersion(u *unstructured.Unstructured) {
	u.SetResourceVersion("1")
	q.hasStandInVersion = true
}

func resourceVersion(s string) (uint64, error) {
	if s == "" {
		return 0, nil
	}
	return strconv.ParseUint(s, 10, 64)
}

func (q *request) conflict(c finding.Code, text string) {
	q.refuseFor(c, metav1.StatusReasonConflict, q.byResource(q.name),
		fmt.Sprintf("Operation cannot be fulfilled on %s %q: %s", q.resource.groupResource(), q.name, text))
}
