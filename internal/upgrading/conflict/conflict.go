// Package conflict finds schemas that no value satisfies together: bounds that
// cross, enums without a value that the other keywords pass, patterns that match no
// text of the length that is asked for, objects that must have more fields than
// they may. A conflict that it finds is certain for the values that the server
// takes. It looks at one value at a time and at the keywords it knows, so that it
// misses conflicts between fields, of two patterns, and with CEL rules.
package conflict

import (
	"cmp"
	"fmt"

	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Conflict is why no value satisfies the nodes that hold for it.
type Conflict struct {
	// By is the node to point at, and Keyword what to point at there.
	By      *schema.Node
	Keyword string
	// With is the other node, which may be the same.
	With *schema.Node
	// Why says it in words.
	Why string
}

func conflictOf(low, high limit, format string, args ...any) *Conflict {
	return &Conflict{By: low.by, With: high.by, Keyword: low.keyword, Why: fmt.Sprintf(format, args...)}
}

// Find finds why no value satisfies all of some nodes. The values are of the
// type that the spine gives them; the server is the one that has to accept them.
func Find(server *kube.Behaviour, t *schemafacts.Tree, spine *schema.Node, nodes []*schema.Node) *Conflict {
	if spine.XIntOrString || spine.Type == "" || t.InMetadata(spine) {
		return nil
	}
	if c := FindInBounds(t, spine, nodes); c != nil {
		return c
	}
	return ofEnums(server, spine, nodes)
}

// FindInBounds is Find without a look at enums.
func FindInBounds(t *schemafacts.Tree, spine *schema.Node, nodes []*schema.Node) *Conflict {
	switch spine.Type {
	case "string":
		return cmp.Or(StringLengths.Conflict(nodes), ofPatterns(t, nodes))
	case "integer", "number":
		return ofNumbers(nodes, spine.Type == "integer")
	case "array":
		return ItemCounts.Conflict(nodes)
	case "object":
		return cmp.Or(FieldCounts.Conflict(nodes), ofFields(t, spine, nodes))
	}
	return nil
}
