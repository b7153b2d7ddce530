package constraint

import (
	"github.com/crdtool/crdtool/internal/schemas/coretypes"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/schema"
)

// givenBelow says of each node whether what is below it belongs to a type of the Kubernetes
// API, such as a container, or to an embedded resource.
func givenBelow(t *schemafacts.Tree) []bool {
	given := make([]bool, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		given[i] = n.Parent >= 0 && given[n.Parent] || n.XEmbeddedResource || typed(n)
	}
	return given
}

// typed reports whether a node is a type of the Kubernetes API.
func typed(n *schema.Node) bool {
	return n.Role != schema.RoleRoot && n.Properties.Len() > 0 && coretypes.Is(n.Properties)
}
