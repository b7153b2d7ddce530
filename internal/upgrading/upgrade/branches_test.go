package upgrade

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/schema"
)

// TestManyBranches has the values that witnesses are made of be those of the first branches
// of very long lists, of both CRDs, and of all branches of others.
func TestManyBranches(t *testing.T) {
	branches := func(of string, n int) []*schema.Schema {
		all := make([]*schema.Schema, n)
		for i := range all {
			all[i] = &schema.Schema{Pattern: fmt.Sprintf("%s%d.", of, i)}
		}
		return all
	}
	for _, c := range []struct{ before, after, first, last int }{
		{2, 3, 2, 3}, {mostBranches, 5, mostBranches, 5}, {mostBranches + 1, 3 * mostBranches, mostBranches, mostBranches},
	} {
		text := written(branches("old", c.before), branches("new", c.after))
		for of, n := range map[string]int{"old": c.first, "new": c.last} {
			if got := strings.Count(text, of); got != n || !strings.Contains(text, fmt.Sprintf("%s%d.", of, n-1)) {
				t.Errorf("%d and %d branches: %d of %s are written, not %d", c.before, c.after, got, of, n)
			}
		}
	}
}
