package crd

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/schema"
)

// laterMark follows the names of fields that only later servers know, so that the
// decoder does not know them either.
const laterMark = "⁂"

// renamed returns a document with such names for the fields that only later servers
// know, and what takes the marks out of the decoder's words.
func renamed(root *yaml.Node, flaws []schema.Flaw) (*yaml.Node, func(string) string) {
	later := map[*yaml.Node]bool{}
	for i := range flaws {
		if flaws[i].Later {
			later[flaws[i].Node] = true
		}
	}
	if len(later) == 0 {
		return root, func(text string) string { return text }
	}
	copies := map[*yaml.Node]*yaml.Node{}
	var clone func(n *yaml.Node) *yaml.Node
	clone = func(n *yaml.Node) *yaml.Node {
		if n == nil {
			return nil
		}
		if c := copies[n]; c != nil {
			return c
		}
		c := *n
		copies[n] = &c
		if later[n] {
			c.Value += laterMark
		}
		c.Alias = clone(n.Alias)
		c.Content = make([]*yaml.Node, len(n.Content))
		for i := range n.Content {
			c.Content[i] = clone(n.Content[i])
		}
		return &c
	}
	return clone(root), func(text string) string { return strings.ReplaceAll(text, laterMark, "") }
}
