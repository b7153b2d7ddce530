package crd

import (
	"strings"

	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// laterMark is appended to the names of fields that only later servers know, so that the decoder does not know them
// either.
const laterMark = "⁂"

// renamed returns the document with marked names for the fields that only later servers know, and a function that
// removes the marks from the decoder's messages.
func renamed(root *yamlnode.Node, flaws []yamldecode.Flaw) (*yamlnode.Node, func(string) string) {
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
