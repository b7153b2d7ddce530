// Package tighter finds out whether a changed keyword refuses values that were accepted.
// What it says of all values is certain; it gives up on what is large, so that a
// tightening it does not rule out may be none.
package tighter

import (
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/celfacts"
	"github.com/crdtool/crdtool/kube"
)

// Judge judges the changes of one CRD, within bounds on the work that it does for all of
// them. It is for one goroutine.
type Judge struct {
	// Server is what the server does that accepts or refuses.
	Server *kube.Behaviour

	values       int // that were compared with others
	patterns     *Patterns
	asked        map[[2]string]bool // of patterns
	implications celfacts.Implications
	trees        map[string]*ast.AST // of rules, by their texts
	parsedIn     int                 // the length of those
}

// New returns a judge for a CRD.
func New(server *kube.Behaviour) *Judge { return NewSharing(server, new(Patterns)) }

// NewSharing is New for one CRD of a run, whose patterns are compared once.
func NewSharing(server *kube.Behaviour, p *Patterns) *Judge {
	return &Judge{Server: server, patterns: p, implications: celfacts.Implications{Left: mostImplications}}
}
