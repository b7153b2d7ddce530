// Package dryrun answers what kube-apiserver would answer to a custom object
// that is created, updated or scaled: the verdict in the server's words, the
// object as it would be stored, and a trace of what happened to it on the way.
//
// Create, Update, UpdateStatus and UpdateScale below are the pipeline, in the
// server's order; each step is a short file of its own.
package dryrun

import (
	"errors"
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/code"
	"github.com/crdtool/crdtool/internal/ownership"
	"github.com/crdtool/crdtool/report"
)

// Create answers a request to create an object.
func (r *Resource) Create(o Object, opts RequestOptions) *Result { return r.Begin(o, opts).Result() }

// Begun is a request to create an object that was read. It is for one goroutine.
type Begun struct {
	q *request
	// refused says that the request ends here.
	refused bool
}

// Begin begins a request to create an object, which Result ends.
func (r *Resource) Begin(o Object, opts RequestOptions) *Begun {
	q := r.newRequest(Create, o, opts)
	q.goOn = func(q *request) {
		if q.matchVersion() && q.matchNamespace() {
			q.createRead()
		}
	}
	ok := q.serve() && // 404 for a version that is not served, a warning for a deprecated one
		q.takesManager() &&
		q.mayCreateAtAll() &&
		q.decode() && // repeated fields, unknown fields, nulls, metadata, defaults
		q.matchVersion() &&
		q.matchNamespace()
	return &Begun{q, !ok}
}

// Result answers the request. It may be called once.
func (b *Begun) Result() *Result {
	q := b.q
	if b.refused {
		return q.result()
	}
	q.createRead()
	return q.result()
}

// createRead is the rest of a request to create an object, once that is read.
func (q *request) createRead() {
	q.wipeSystemFields()
	q.dropRepeatedOwners()
	if q.ownLate = !hasOwners(q.obj); !q.ownLate {
		q.own() // for those that the object brings are validated
	}
	q.create()
}

// Update answers a request to replace the object old, which is in the cluster.
// The error is for an old object that no server could hold under the CRD.
func (r *Resource) Update(o, old Object, opts RequestOptions) (*Result, error) {
	q := r.newRequest(Update, o, opts)
	if err := q.loadOld(old); err != nil {
		return nil, err
	}
	q.goOn = func(q *request) {
		if q.matchVersion() && q.matchNamespace() && q.matchName() {
			q.dropRepeatedOwners()
			q.own()
			q.update()
		}
	}
	if q.serve() && q.takesManager() && q.decode() {
		q.goOn(q)
	}
	return q.result(), nil
}

// UpdateStatus answers a request to replace the status of the object old: of o,
// all but status is ignored once it is read.
func (r *Resource) UpdateStatus(o, old Object, opts RequestOptions) (*Result, error) {
	q := r.newRequest(UpdateStatus, o, opts)
	if err := q.loadOld(old); err != nil {
		return nil, err
	}
	q.goOn = func(q *request) {
		if q.matchVersion() && q.matchNamespace() && q.matchName() {
			q.dropRepeatedOwners()
			q.own()
			q.updateStatus()
		}
	}
	if q.serve() && q.haveStatus() && q.takesManager() && q.decode() {
		q.goOn(q)
	}
	return q.result(), nil
}

// UpdateScale answers a request to set the replicas of the object old through
// its scale subresource, as kubectl scale makes it. Result.Scale is what the
// server returns, Result.Object the object itself.
func (r *Resource) UpdateScale(replicas int32, old Object, opts RequestOptions) (*Result, error) {
	q := r.newRequest(UpdateScale, old, opts)
	if err := q.loadOld(old); err != nil {
		return nil, err
	}
	if q.serve() && q.haveScale() && q.takesManager() && q.setReplicas(replicas) && q.ownReplicas() {
		q.updateScale()
	}
	return q.result(), nil
}

// Patch answers a request to change the object old, or one of its subresources, by a
// JSON patch or a merge patch, and one to apply a part of an object server-side, which
// creates the object if old is nil. A Scale can be patched, and not be applied: the server
// itself fails at most of those. The error is for an old object that no server could
// hold under the CRD.
func (r *Resource) Patch(p Patch, old *Object, opts RequestOptions) (*Result, error) {
	if p.Subresource == ownership.Scale && p.Type == ApplyPatch {
		return nil, errors.New("a Scale that is applied server-side is not simulated; patch its replicas")
	}
	q := r.newRequest(p.operation(), p.Applied, opts)
	q.name = p.Name
	if old != nil {
		if err := q.loadOld(*old); err != nil {
			return nil, err
		}
	}
	if !q.serve() || !q.haveSubresourceOf(&p) || !q.takes(&p) || !q.found404(&p) {
		return q.result(), nil
	}
	if p.Subresource == ownership.Scale {
		if q.patchScale(&p) {
			q.updateScale()
		}
		return q.result(), nil
	}
	rest := func(q *request) {
		if !q.haveNoUID() || !q.matchNamespace() || !q.matchName() {
			return
		}
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
	q.goOn = func(q *request) {
		if p.Type != ApplyPatch { // which has noted that already
			q.own()
		}
		rest(q)
	}
	if q.patch(&p) {
		rest(q)
	}
	return q.result(), nil
}

// UpdateMissing answers a request to replace an object, or a subresource of it, that is
// not there under the name in the URL.
func (r *Resource) UpdateMissing(o Object, name, subresource string, opts RequestOptions) *Result {
	op := map[string]report.Operation{"": Update, "status": UpdateStatus, "scale": UpdateScale}[subresource]
	q := r.newRequest(op, o, opts)
	q.name = name
	if !q.serve() || subresource == "status" && !q.haveStatus() || subresource == "scale" && !q.haveScale() {
		return q.result()
	}
	if subresource == "scale" || q.decode() && q.matchVersion() && q.matchNamespace() && q.matchName() {
		q.notFound()
	}
	return q.result()
}

// CreateAgain answers a request to create an object whose name an old one has, which may
// be on its way out: it is validated before that shows.
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
	result.APIServer.RefuseFor(http.StatusConflict, metav1.StatusReasonAlreadyExists, r.group, r.plural, name, text)
	result.Object, result.Stored, result.Kept = nil, nil, nil
	return result
}

// create validates and stores a new object.
func (q *request) create() {
	if !q.mayCreate() {
		return
	}
	q.generateName()
	q.resetStatusOnCreate()
	q.setGeneration(1)

	if q.validateTypeMeta() {
		q.validateMetadata()
		q.validateValue()
		q.validateScale(specAndStatus)
	}
	q.validateEmbedded()
	q.validateLists()
	q.evaluateRules()
	if q.refuseIfInvalid() {
		return
	}
	q.warnOfFinalizers()
	if q.ownLate && !q.leaveOwners() {
		q.own()
	}
	q.store(http.StatusCreated)
}

// update validates and stores an object in the place of the old one.
func (q *request) update() {
	if !q.matchUID() || !q.matchResourceVersion() {
		return
	}
	q.keepGeneration()
	q.resetStatusOnUpdate()
	q.keepSystemFields()
	q.keepTimes()

	q.validateMetadataChange()
	if q.validateTypeMeta() {
		q.validateMetadataChangeAgain()
		q.validateValue()
		q.validateScale(specAndStatus)
	}
	q.validateEmbedded()
	q.validateLists()
	q.evaluateRules()
	if q.refuseIfInvalid() {
		return
	}
	q.warnOfFinalizers()
	q.store(http.StatusOK)
}

// updateStatus validates the status of an object and stores it with the rest of the
// old one.
func (q *request) updateStatus() {
	if !q.matchUID() || !q.matchResourceVersion() {
		return
	}
	q.keepGeneration()
	q.resetAllButStatus()
	q.keepSystemFields()
	q.keepTimes()

	q.validateMetadataChange()
	if q.validateTypeMeta() {
		q.validateMetadataChangeAgain()
		q.validateStatusValue()
		q.validateScale(statusOnly)
	}
	q.validateLists()
	q.evaluateRules()
	if q.refuseIfInvalid() {
		return
	}
	q.store(http.StatusOK)
}

// updateScale stores the old object with other replicas.
func (q *request) updateScale() {
	q.keepGeneration()
	q.resetStatusOnUpdate()
	q.keepSystemFields()
	q.keepTimes()

	q.validateMetadataChange()
	if q.validateTypeMeta() {
		q.validateMetadataChangeAgain()
		q.validateValue()
		q.validateScale(specAndStatus)
	}
	q.validateEmbedded()
	q.validateLists()
	q.evaluateRules()
	if q.refuseIfInvalid() {
		return
	}
	q.warnOfFinalizers()
	q.store(http.StatusOK)
	q.readScale()
}
