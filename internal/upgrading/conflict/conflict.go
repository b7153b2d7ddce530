// Package conflict finds schemas that no value satisfies together: limits that cross, enums whose values other
// keywords refuse, patterns that match no text of the required length, objects that must have more fields than
// they may. A conflict is certain for the values that the server accepts. The package checks one value and a few
// keywords at a time, so it misses conflicts between fields, between two patterns, and with CEL rules.
package conflict

import (
	"cmp"
	"fmt"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// A Conflict is the reason why no value satisfies the nodes of one value.
type Conflict struct {
	// By is the node that the finding is about, and Keyword its keyword.
	By      *schematree.Node
	Keyword string
	// With is the other node, which may be the same.
	With *schematree.Node
	// Why is the reason in words.
	Why string
}

func conflictOf(low, high limit, format string, args ...any) *Conflict {
	return &Conflict{By: low.by, With: high.by, Keyword: low.keyword, Why: fmt.Sprintf(format, args...)}
}

// Find finds the reason why no value satisfies all nodes. The values have the type of the spine; the server must
// accept them.
func Find(server *behaviour.Behaviour, t *schemafacts.Tree, spine *schematree.Node, nodes []*schematree.Node) *Conflict {
	if spine.XIntOrString || spine.Type == "" || t.InMetadata(spine) {
		return nil
	}
	if c := FindInBounds(t, spine, nodes); c != nil {
		return c
	}
	return ofEnums(server, spine, nodes)
}

// FindInBounds is Find without enums.
func FindInBounds(t *schemafacts.Tree, spine *schematree.Node, nodes []*schematree.Node) *Conflict {
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
