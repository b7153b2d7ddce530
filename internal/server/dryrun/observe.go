package dryrun

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
)

// Observer receives the results of a schema's rules and of the requests to a resource. It must be safe for concurrent
// use.
type Observer interface {
	validate.Watcher
	Request(*Observed)
}

// Observed is a complete request. It must not be changed.
type Observed struct {
	// Version is the version in the URL.
	Version string
	// Object is the validated object with its defaults; nil if the request ended before validation. StatusOnly reports
	// that only status was validated.
	Object     map[string]any
	StatusOnly bool
	// RulesBlocked reports that rules were not evaluated because of earlier errors.
	RulesBlocked bool
	Result       *Result
}

// watcher returns the observer of rules, or nil.
func (r *Resource) watcher() validate.Watcher {
	if r.observer == nil {
		return nil
	}
	return r.observer
}

// observe passes a complete request to the observer.
func (q *request) observe(out *Result) {
	if q.v == nil {
		return
	}
	q.observed.Version, q.observed.Result = q.v.name, out
	q.resource.observer.Request(&q.observed)
}

// Tree returns the schema of a version as it is in the file, or nil. An Observer receives the rules of this tree.
func (r *Resource) Tree(version string) *schematree.Tree {
	if v := r.versions[version]; v != nil {
		return v.tree
	}
	return nil
}
