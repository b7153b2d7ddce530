package suite

import (
	"github.com/crdtool/crdtool/report"
)

// A Server answers the steps of a test. It is empty at first.
type Server interface {
	// Install creates a CRD, or replaces the one of its name. refusal is the server's error if it refuses the CRD.
	Install(c *CRD) (refusal string, err error)
	// Send makes a request.
	Send(r *Request) (*Answer, error)
	// Get reads an object; nil if it does not exist.
	Get(t *Target) (map[string]any, error)
}

// A Target identifies an object at a version of its kind.
type Target struct {
	Group, Version, Kind string
	Namespace, Name      string
}

// A Request is a request for an object.
type Request struct {
	Target
	Op   Op
	Body map[string]any
	// Step is the step that makes the request.
	Step *Step
}

// An Answer is the server's answer.
type Answer struct {
	report.APIServer
	// Object is the returned object; nil for a refusal or a deletion.
	Object map[string]any
	// UnknownKind says that no CRD of the object's kind is installed.
	UnknownKind bool
	// Pruned are the dropped fields, if the server reports them.
	Pruned []string
	// Findings are the reasons of a refusal, at the lines of files.
	Findings []report.Finding
}
