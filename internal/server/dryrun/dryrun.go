// Package dryrun gives kube-apiserver's answer to a request to create, update, patch, scale or delete a custom object:
// the verdict in the server's words, the object as it would be stored, and a trace of the changes to it.
//
// The methods of Resource in this file are the requests. Each checks the URL and decodes the objects, and then runs the
// pipeline of pipeline.go. All are lists of steps in the server's order; each step has a short file.
package dryrun

import (
	"errors"
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/ownership"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/report"
)

// Create answers a request to create an object.
func (r *Resource) Create(o Object, opts RequestOptions) *Result {
	q := r.newRequest(Create, o, opts)
	q.repeat = func(opts RequestOptions) (*Result, error) { return r.Create(o, opts), nil }
	if q.readNew() {
		q.wipeSystemFields()
		q.dropRepeatedOwners()
		q.recordOwners()
		q.create()
	}
	return q.result()
}

// readNew decodes the object of a request to create it.
func (q *request) readNew() bool {
	return q.serve() && // 404 for a version that is not served, a warning for a deprecated one
		q.fits(q.sent.size()) &&
		q.acceptsManager() &&
		q.mayCreateUnread() &&
		q.decode() && // repeated fields, unknown fields, nulls, metadata, defaults
		q.matchVersion() &&
		q.matchNamespace()
}

// Update answers a request to replace the object old of the cluster. The error is for an old object that no server can
// store under the CRD.
func (r *Resource) Update(o, old Object, opts RequestOptions) (*Result, error) {
	q := r.newRequest(Update, o, opts)
	q.repeat = func(opts RequestOptions) (*Result, error) { return r.Update(o, old, opts) }
	if err := q.loadOld(old); err != nil {
		return nil, err
	}
	if q.serve() && q.fits(q.sent.size()) && q.acceptsManager() && q.readInPlace() {
		q.dropRepeatedOwners()
		q.recordOwners()
		q.update()
	}
	return q.result(), nil
}

// readInPlace decodes the object that replaces the one in the URL.
func (q *request) readInPlace() bool {
	return q.decode() && q.matchVersion() && q.matchNamespace() && q.matchName()
}

// UpdateStatus answers a request to replace the status of the object old. The server decodes all of o and then ignores
// everything but its status.
func (r *Resource) UpdateStatus(o, old Object, opts RequestOptions) (*Result, error) {
	q := r.newRequest(UpdateStatus, o, opts)
	q.repeat = func(opts RequestOptions) (*Result, error) { return r.UpdateStatus(o, old, opts) }
	if err := q.loadOld(old); err != nil {
		return nil, err
	}
	if q.serve() && q.haveStatus() && q.fits(q.sent.size()) && q.acceptsManager() && q.readInPlace() {
		q.dropRepeatedOwners()
		q.recordOwners()
		q.updateStatus()
	}
	return q.result(), nil
}

// UpdateScale answers a request to set the replicas of the object old through its scale subresource, as kubectl scale
// makes it. Result.Scale is the server's response, Result.Object the object itself.
func (r *Resource) UpdateScale(replicas int32, old Object, opts RequestOptions) (*Result, error) {
	q := r.newRequest(UpdateScale, old, opts)
	if err := q.loadOld(old); err != nil {
		return nil, err
	}
	if q.serve() && q.haveScale() && q.acceptsManager() && q.setReplicas(replicas) && q.recordReplicasOwner() {
		q.updateScale()
	}
	return q.result(), nil
}

// Patch answers a request to patch the object old or one of its subresources: a JSON patch, a merge patch, or a
// server-side apply, which creates the object if old is nil. Server-side apply of a Scale is not simulated: the server
// itself fails at most of those. The error is for such an apply, or for an old object that no server can store under
// the CRD.
func (r *Resource) Patch(p Patch, old *Object, opts RequestOptions) (*Result, error) {
	if p.Subresource == ownership.Scale && p.Type == ApplyPatch {
		return nil, errors.New("a Scale that is applied server-side is not simulated; patch its replicas")
	}
	q := r.newRequest(p.operation(), p.Applied, opts)
	q.repeat = func(opts RequestOptions) (*Result, error) { return r.Patch(p, old, opts) }
	q.name = p.Name
	if old != nil {
		if err := q.loadOld(*old); err != nil {
			return nil, err
		}
	}
	switch {
	case !q.serve() || !q.haveSubresourceOf(&p) || !q.acceptsPatch(&p) || !q.haveObject(&p):
	case p.Subresource == ownership.Scale:
		if q.patchScale(&p) {
			q.updateScale()
		}
	case q.patch(&p) && q.haveNoUID() && q.matchNamespace() && q.matchName():
		q.dropRepeatedOwners()
		switch {
		case q.old == nil:
			q.wipeSystemFields()
			q.create()
		case p.Subresource == "status":
			q.updateStatus()
		default:
			q.update()
		}
	}
	return q.result(), nil
}

// UpdateMissing answers a request to replace an object, or a subresource of it, that does not exist under the name in
// the URL.
func (r *Resource) UpdateMissing(o Object, name, subresource string, opts RequestOptions) *Result {
	op := map[string]report.Operation{"": Update, "status": UpdateStatus, "scale": UpdateScale}[subresource]
	q := r.newRequest(op, o, opts)
	q.name = name
	if !q.serve() || subresource == "status" && !q.haveStatus() || subresource == "scale" && !q.haveScale() {
		return q.result()
	}
	if subresource == "scale" || q.readInPlace() {
		q.notFound()
	}
	return q.result()
}

// CreateAgain answers a request to create an object whose name another object has, which may be in deletion. The server
// validates the new object first.
func (r *Resource) CreateAgain(o Object, deleting bool, opts RequestOptions) *Result {
	result := r.Create(o, opts)
	if !result.APIServer.Accepted {
		return result
	}
	name, _, _ := unstructured.NestedString(result.Object, "metadata", "name")
	result.Refusal = code.AlreadyExists
	text := fmt.Sprintf("%s %q already exists", r.groupResource(), name)
	if deleting {
		text = "object is being deleted: " + text
	}
	answer.RefuseFor(&result.APIServer, http.StatusConflict, metav1.StatusReasonAlreadyExists, metav1.StatusDetails{Group: r.group, Kind: r.plural, Name: name}, text)
	result.Object, result.Stored, result.InStore = nil, nil, nil
	return result
}
