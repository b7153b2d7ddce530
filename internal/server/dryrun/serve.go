package dryrun

import (
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// notFound is the body of the answer to an unknown URL: it is no Status, and clients replace its text.
const notFound = "404 page not found\n"

// serve reports whether the version in the URL is served, and warns if it is deprecated (crdHandler.ServeHTTP of
// pkg/apiserver/customresource_handler.go).
func (q *request) serve() bool {
	if q.v == nil || !q.v.served {
		q.refuse(code.VersionNotServed, http.StatusNotFound, notFound)
		reason := fmt.Sprintf("version %q is not served", q.version)
		if q.v == nil {
			reason = fmt.Sprintf("the CRD has no version %q", q.version)
		}
		q.trace.add(Decode, Skipped, finding.Root("apiVersion"), nil, reason)
		return false
	}
	q.warnings.Add(q.v.deprecated)
	if q.resource.webhook && q.v != q.resource.storage {
		q.trace.add(Convert, Skipped, finding.Root("apiVersion"), nil, fmt.Sprintf(
			"a webhook converts %s to the storage version %s, which is not simulated; the object is validated against the schema of %s",
			q.v.name, q.resource.storage.name, q.v.name))
	}
	return true
}

// haveStatus refuses a request if the version has no status subresource.
func (q *request) haveStatus() bool { return q.haveSubresource(q.v.status) }

// haveScale refuses a request if the version has no scale subresource.
func (q *request) haveScale() bool { return q.haveSubresource(q.v.scale != nil) }

func (q *request) haveSubresource(there bool) bool {
	if !there {
		q.refuseFor(code.NoSubresource, metav1.StatusReasonNotFound, q.byResource(q.name),
			fmt.Sprintf("%s %q not found", q.resource.groupResource(), q.name))
	}
	return there
}

// mayCreateUnread refuses to create objects of a CRD that is being deleted, as old servers do before they decode the
// request.
func (q *request) mayCreateUnread() bool {
	if !q.resource.terminating || q.resource.server.Objects.TerminatingForbids {
		return true
	}
	q.refuseFor(code.Refused, metav1.StatusReasonMethodNotAllowed, q.byResource(""), "create not allowed while custom resource definition is terminating")
	return false
}

// mayCreate refuses to create such objects as newer servers do, after they have decoded the request.
func (q *request) mayCreate() bool {
	if !q.resource.terminating {
		return true
	}
	named := ""
	if name := q.object().GetName(); name != "" {
		named = fmt.Sprintf(" %q", name)
	}
	q.refuseFor(code.Refused, metav1.StatusReasonForbidden, q.byResource(q.object().GetName()), q.resource.groupResource()+named+" is forbidden: create not allowed while custom resource definition is terminating")
	return false
}
