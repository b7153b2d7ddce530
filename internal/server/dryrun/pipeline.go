package dryrun

import "net/http"

// create validates and stores a new object that was decoded.
func (q *request) create() {
	if !q.mayCreate() {
		return
	}
	q.prepareForCreate()
	q.validateNew()
	q.finish(http.StatusCreated)
}

// update validates a decoded object, and replaces the old one with it in the store.
func (q *request) update() {
	if !q.matchUID() || !q.matchResourceVersion() {
		return
	}
	q.prepareForUpdate()
	q.validateUpdate()
	q.finish(http.StatusOK)
}

// updateStatus validates the status of an object, and stores the old object with it.
func (q *request) updateStatus() {
	if !q.matchUID() || !q.matchResourceVersion() {
		return
	}
	q.prepareForStatusUpdate()
	q.validateStatusUpdate()
	q.finish(http.StatusOK)
}

// updateScale validates and stores the old object with other replicas.
func (q *request) updateScale() {
	q.prepareForUpdate()
	q.validateUpdate()
	if q.finish(http.StatusOK) {
		q.readScale()
	}
}

func (q *request) prepareForCreate() {
	q.generateName()
	q.resetStatusOnCreate()
	q.setGeneration(1)
}

func (q *request) prepareForUpdate() {
	q.keepGeneration()
	q.resetStatusOnUpdate()
	q.keepSystemFields()
	q.keepTimes()
}

func (q *request) prepareForStatusUpdate() {
	q.keepGeneration()
	q.resetAllButStatus()
	q.keepSystemFields()
	q.keepTimes()
}

func (q *request) validateNew() {
	if q.validateTypeMeta() {
		q.validateMetadata()
		q.validateValue()
		q.validateScale(specAndStatus)
	}
	q.validateEmbedded()
	q.validateLists()
	q.evaluateRules()
}

func (q *request) validateUpdate() {
	q.validateMetadataChange()
	if q.validateTypeMeta() {
		q.validateMetadataChangeAgain()
		q.validateValue()
		q.validateScale(specAndStatus)
	}
	q.validateEmbedded()
	q.validateLists()
	q.evaluateRules()
}

func (q *request) validateStatusUpdate() {
	q.validateMetadataChange()
	if q.validateTypeMeta() {
		q.validateMetadataChangeAgain()
		q.validateStatusValue()
		q.validateScale(statusOnly)
	}
	q.validateLists()
	q.evaluateRules()
}

// finish stores the object if it is valid, and reports whether it is stored.
func (q *request) finish(status int) bool {
	if q.refuseIfInvalid() {
		return false
	}
	q.warnOfFinalizers()
	return q.store(status)
}
