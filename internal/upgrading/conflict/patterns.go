package conflict

import (
	"github.com/crdtool/crdtool/internal/schemas/regexshape"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/prose"
)

// ofPatterns compares the limits of a string's length with the lengths that its patterns match.
func ofPatterns(t *schemafacts.Tree, nodes []*schematree.Node) *Conflict {
	low, high := StringLengths.narrowest(nodes)
	if !low.set() && !high.set() {
		return nil
	}
	for _, n := range nodes {
		if n.Pattern == "" {
			continue
		}
		re := t.Pattern(n.Pattern)
		if re == nil || regexshape.NeverMatches(re) {
			continue
		}
		at := limit{keyword: "pattern", by: n}
		if least := regexshape.Shortest(re); high.set() && float64(least) > high.value {
			return conflictOf(at, high, "no string satisfies both %s and pattern, which matches at least %s", high, prose.Count(least, "character"))
		}
		if most := regexshape.Longest(re); low.set() && regexshape.Anchored(re) && float64(most) < low.value && most < regexshape.Unbounded {
			return conflictOf(at, low, "no string satisfies both %s and pattern, which matches at most %s", low, prose.Count(most, "character"))
		}
	}
	return nil
}
