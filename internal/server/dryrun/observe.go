package dryrun

import (
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// Observer is told what requests have the schema of a resource decide. It must be safe for
// concurrent use.
type Observer interface {
	validate.Watcher
	Request(*Observed)
}

// Observed is a request at its end. Nothing in it may be changed.
type Observed struct {
	// Version is the one in the URL.
	Version string
	// Object is the object that was validated, with its defaults; nil if the request ended
	// before that. StatusOnly says that the rest was not looked at.
	Object     map[string]any
	StatusOnly bool
	// RulesBlocked says that the rules were not evaluated, for the object was so wrong.
	RulesBlocked bool
	Result       *Result
}

// watcher is who is told of rules; nil for nobody.
func (r *Resource) watcher() validate.Watcher {
	if r.observer == nil {
		return nil
	}
	return r.observer
}

// observe tells the observer of a request that is complete.
func (q *request) observe(out *Result) {
	if q.v == nil {
		return
	}
	q.observed.Version, q.observed.Result = q.v.name, out
	q.resource.observer.Request(&q.observed)
}

// Tree returns the schema of a version as it stands in the file; nil if there is none. Its
// rules are those that an Observer is told of.
func (r *Resource) Tree(version string) *schema.Tree {
	if v := r.versions[version]; v != nil {
		return v.tree
	}
	return nil
}
