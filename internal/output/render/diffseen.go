package render

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/text/prose"
)

// seenChanges are the changes that CRDs before have as well, as where all CRDs of a
// provider get a field.
type seenChanges map[string]*seenChange

type seenChange struct {
	first string // the CRD that is told all of it
	times int    // in how many others it is told more shortly, or counted
}

// add counts a change of a CRD, and returns what is known of it.
func (s seenChanges) add(crd string, c *folded) seenChange {
	key := strings.Join([]string{causeOf(c), c.Field, c.headline(), c.effect(), fmt.Sprint(c.Witness != nil)}, "\x00")
	seen := s[key]
	if seen == nil {
		seen = &seenChange{first: crd}
		s[key] = seen
	}
	if seen.first == crd { // once more in it, or in a copy
		return seenChange{first: crd}
	}
	seen.times++
	return *seen
}

// someNames are the first of some names, and how many there are beside them.
func someNames(names []string) string {
	const most = 3
	if rest := len(names) - most; rest > 1 {
		return fmt.Sprintf("%s and %d others", strings.Join(names[:most], ", "), rest)
	}
	return prose.And(names)
}
