package conflict

import (
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// ofFields compares the limits of the number of fields with the fields that are always present, and those that can
// be.
func ofFields(t *schemafacts.Tree, spine *schematree.Node, nodes []*schematree.Node) *Conflict {
	if t.Resource(spine) || t.InMetadata(spine) {
		return nil
	}
	low, high := FieldCounts.narrowest(nodes)
	if low.set() && t.PrunesUnknown(spine) && float64(spine.Properties.Len()) < low.value {
		return conflictOf(low, low, "no object satisfies %s, since the schema declares only %s", low, prose.Count(spine.Properties.Len(), "field"))
	}
	if !high.set() {
		return nil
	}
	always := map[string]bool{}
	for _, n := range nodes {
		for _, name := range n.Required {
			always[name] = true
		}
	}
	for _, f := range spine.Properties.All() {
		if f.Schema.Default != nil {
			always[f.Name] = true
		}
	}
	if float64(len(always)) > high.value {
		return conflictOf(high, high, "no object satisfies %s, since %s are required or have a default", high, prose.Count(len(always), "field"))
	}
	return nil
}
