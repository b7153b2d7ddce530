// Package tighter finds out whether a changed keyword refuses values that were accepted.
// What it says of all values is certain. A tightening that it does not rule out may be none.
package tighter

import (
	"github.com/crdtool/crdtool/kube"
)

// Judge judges the changes of one CRD. It is for one goroutine.
type Judge struct {
	// Server is what the server does that accepts or refuses.
	Server *kube.Behaviour
}

// New returns a judge for a CRD.
func New(server *kube.Behaviour) *Judge {
	return &Judge{Server: server}
}
