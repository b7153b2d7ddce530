package render

import "github.com/crdtool/crdtool/internal/text/prose"

// count is a number of things, and what is said of them.
type count struct {
	n          int
	noun, said string
}

// nonZero returns those of some counts that are not 0, as in "2 fields pruned".
func nonZero(all ...count) []string {
	var texts []string
	for _, c := range all {
		if c.n > 0 {
			texts = append(texts, prose.Count(c.n, c.noun)+c.said)
		}
	}
	return texts
}
