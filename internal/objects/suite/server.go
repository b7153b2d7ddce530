package suite

import (
	"github.com/crdtool/crdtool/report"
)

// Server is what the steps of a test are sent to. It has nothing installed and holds
// nothing in the beginning.
type Server interface {
	// Install creates a CRD, or replaces the one of its name. refusal is what the server
	// says to one that it refuses.
	Install(c *CRD) (refusal string, err error)
	// Send makes a request.
	Send(r *Request) (*Answer, error)
	// Get reads an object.
	Get(t *Target) (map[string]any, error)
}

// Target is an object of a kind at a version.
type Target struct {
	Group, Version, Kind string
	Namespace, Name      string
}

// Request is a request for an object.
type Request struct {
	Target
	Op   Op
	Body map[string]any
	// Step is what it is made for.
	Step *Step
}

// Answer is the server's.
type Answer struct {
	report.APIServer
	// Object is what it returns; nil if the request is refused, and of Delete.
	Object map[string]any
	// UnknownKind says that no CRD of the object's kind is installed.
	UnknownKind bool
	// Pruned are the fields that it drops, if the server tells.
	Pruned []string
	// Findings are why it is refused, by the lines of files.
	Findings []report.Finding
}
