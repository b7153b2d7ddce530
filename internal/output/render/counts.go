package render

import "github.com/crdtool/crdtool/internal/text/prose"

// count is a number of things. The text of "2 fields pruned" is the number, the noun and the suffix.
type count struct {
	n            int
	noun, suffix string
}

// nonZero returns those of some counts that are not 0, as in "2 fields pruned".
func nonZero(all ...count) []string {
	var texts []string
	for _, c := range all {
		if c.n > 0 {
			texts = append(texts, prose.Count(c.n, c.noun)+c.suffix)
		}
	}
	return texts
}
