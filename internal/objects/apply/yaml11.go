package apply

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// isYAML11 reports whether a plain scalar is a boolean in YAML 1.1, which kubectl reads, and a string in YAML 1.2.
func isYAML11(s string) bool {
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off":
		return true
	}
	return false
}

func saysBoolean(written, read string) string {
	return fmt.Sprintf("YAML 1.1 reads %s as the boolean %s; put it in quotes: %q", written, read, written)
}

// boolean returns the key at a path, and its text if YAML 1.1 reads that word as the boolean that the key became.
func (q *request) boolean(at *finding.Path) (key *yamlnode.Node, written string) {
	segments := at.Segments()
	if len(segments) == 0 || segments[len(segments)-1].IsIndex {
		return nil, ""
	}
	name := segments[len(segments)-1].Name
	if name != "true" && name != "false" {
		return nil, ""
	}
	parent, exact := q.doc.Node(segments[:len(segments)-1])
	if !exact {
		return nil, ""
	}
	for e := range source.Entries(parent) {
		if e.Key == name && isYAML11(e.KeyNode.Value) {
			key, written = e.KeyNode, e.KeyNode.Value
		}
	}
	return key, written
}
