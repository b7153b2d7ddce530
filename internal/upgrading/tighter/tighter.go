// Package tighter finds out whether a changed keyword refuses values that were accepted.
// What it says of all values is certain. A tightening that it does not rule out may be none.
package tighter

import (
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/schema"
)

// Judge judges the changes of one CRD. It is for one goroutine.
type Judge struct {
	// Server is what the server does that accepts or refuses.
	Server *behaviour.Behaviour
}

// New returns a judge for a CRD.
func New(server *behaviour.Behaviour) *Judge {
	return &Judge{Server: server}
}

// TakesAnything reports whether a schema keeps every value as it is.
func TakesAnything(s *schema.Schema) bool {
	bare := schema.Schema{XPreserveUnknownFields: s.XPreserveUnknownFields, Description: s.Description, Rare: &schema.Rare{Title: s.Title(), Example: s.Example()}}
	return s.PreservesUnknownFields() && schema.Equal(s, &bare)
}
