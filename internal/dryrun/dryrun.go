// Package dryrun answers what kube-apiserver would answer to a custom object
// that is created, updated or scaled: the verdict in the server's words, the
// object as it would be stored, and a trace of what happened to it on the way.
//
// Create, Update, UpdateStatus and UpdateScale below are the pipeline, in the
// server's order; each step is a short file of its own.
package dryrun

import "net/http"

// Create answers a request to create an object.
func (r *Resource) Create(o Object, opts RequestOptions) *Result {
	q := r.newRequest(Create, o, opts)
	ok := q.serve() && // 404 for a version that is not served, a warning for a deprecated one
		q.mayCreateAtAll() &&
		q.decode() && // repeated fields, unknown fields, nulls, metadata, defaults
		q.matchNamespace()
	if !ok {
		return q.result()
	}
	q.wipeSystemFields()
	q.dropRepeatedOwners()
	if !q.mayCreate() {
		return q.result()
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
		return q.result()
	}
	q.warnOfFinalizers()
	q.store(http.StatusCreated)
	return q.result()
}

// Update answers a request to replace the object old, which is in the cluster.
// The error is for an old object that no server could hold under the CRD.
func (r *Resource) Update(o, old Object, opts RequestOptions) (*Result, error) {
	q := r.newRequest(Update, o, opts)
	if err := q.loadOld(old); err != nil {
		return nil, err
	}
	ok := q.serve() && q.decode() && q.matchNamespace() && q.matchName()
	if !ok {
		return q.result(), nil
	}
	q.dropRepeatedOwners()
	if !q.matchUID() || !q.matchResourceVersion() {
		return q.result(), nil
	}
	q.keepGeneration()
	q.resetStatusOnUpdate()
	q.keepSystemFields()

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
		return q.result(), nil
	}
	q.warnOfFinalizers()
	q.store(http.StatusOK)
	return q.result(), nil
}

// UpdateStatus answers a request to replace the status of the object old: of o,
// all but status is ignored once it is read.
func (r *Resource) UpdateStatus(o, old Object, opts RequestOptions) (*Result, error) {
	q := r.newRequest(UpdateStatus, o, opts)
	if err := q.loadOld(old); err != nil {
		return nil, err
	}
	ok := q.serve() && q.haveStatus() && q.decode() && q.matchNamespace() && q.matchName()
	if !ok {
		return q.result(), nil
	}
	q.dropRepeatedOwners()
	if !q.matchUID() || !q.matchResourceVersion() {
		return q.result(), nil
	}
	q.keepGeneration()
	q.resetAllButStatus()
	q.keepSystemFields()

	q.validateMetadataChange()
	if q.validateTypeMeta() {
		q.validateMetadataChangeAgain()
		q.validateStatusValue()
		q.validateScale(statusOnly)
	}
	q.validateLists()
	q.evaluateRules()
	if q.refuseIfInvalid() {
		return q.result(), nil
	}
	q.store(http.StatusOK)
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
	ok := q.serve() && q.haveScale() && q.setReplicas(replicas)
	if !ok {
		return q.result(), nil
	}
	q.keepGeneration()
	q.resetStatusOnUpdate()
	q.keepSystemFields()

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
		return q.result(), nil
	}
	q.warnOfFinalizers()
	q.store(http.StatusOK)
	q.readScale()
	return q.result(), nil
}
