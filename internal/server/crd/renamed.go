package crd

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/schema"
)

// laterMark follows the names of fields that only later servers know, so that the
// decoder does not know them either.
const laterMark = "⁂"

// renamed returns a document with such names for the fields that only later servers
// know, and what takes the marks out of the decoder's words.
func renamed(root *yamlnode.Node, flaws []schema.Flaw) (*yamlnode.Node, func(string) string) {
	later := map[*yamlnode.Node]bool{}
	for i := range flaws {
		if flaws[i].Later {
			later[flaws[i].Node] = true
		}
	}
	if len(later) == 0 {
		return root, func(text string) string { return text }
	}
	marked := yamlnode.Clone(root, func(of, clone *yamlnode.Node) {
		if later[of] {
			clone.Value += laterMark
		}
	})
	return marked, func(text string) string { return strings.ReplaceAll(text, laterMark, "") }
}
