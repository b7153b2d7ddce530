package lint

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/server/crd"
)

// Missing returns the identities of the stored CRDs that are missing in a run. Only groups with a CRD in the
// run count, since a cluster also has CRDs of other projects. The run has to include all files.
func (s *Stored) Missing(given []*rules.Identity) []*rules.Identity {
	names := map[string]bool{}
	groups := map[string]*rules.Identity{}
	for _, id := range given {
		names[id.Name] = true
		if groups[id.Group] == nil {
			groups[id.Group] = id
		}
	}
	var missing []*rules.Identity
	for name, doc := range s.byName {
		if names[name] {
			continue
		}
		c, _ := crd.Decode(doc)
		if of := groups[c.Spec.Group]; of != nil {
			missing = append(missing, of.SameSelection(doc, c))
		}
	}
	slices.SortFunc(missing, func(a, b *rules.Identity) int { return cmp.Compare(a.Name, b.Name) })
	return missing
}
