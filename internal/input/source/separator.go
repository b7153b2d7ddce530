package source

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// headFields are the fields with which an object begins. If two of them are repeated in a mapping, they begin
// another object.
var headFields = map[string]bool{"apiVersion": true, "kind": true, "metadata": true}

// MissingSeparators returns the keys of a document at which another object begins without a line "---" above.
// kubectl reads all as one object, with the last value of each field.
func MissingSeparators(root *yamlnode.Node) []*yamlnode.Node {
	if root == nil || root.Kind != yamlnode.Mapping || root.Style&yamlnode.Flow != 0 || IsJSON(root) || !RepeatsItsKeys(root) {
		return nil
	}
	var starts []*yamlnode.Node
	seen := map[string]bool{} // in the current object
	for i := 0; i+1 < len(root.Content); i += 2 {
		key := root.Content[i]
		if name, _ := scalarKey(key); headFields[name] && seen[name] && beginsObject(root.Content[i:], seen) {
			starts = append(starts, key)
			clear(seen)
		}
		if name, ok := scalarKey(key); ok {
			seen[name] = true
		}
	}
	return starts
}

// beginsObject reports whether two head fields of the current object are repeated next.
func beginsObject(content []*yamlnode.Node, seen map[string]bool) bool {
	again := map[string]bool{}
	for i := 0; i+1 < len(content); i += 2 {
		name, _ := scalarKey(content[i])
		if again[name] {
			break
		}
		if headFields[name] && seen[name] {
			again[name] = true
		}
	}
	return len(again) > 1
}

// SeparatorMissing returns the message that another object begins at a line within a document.
func SeparatorMissing(line int) (message, help string) {
	return fmt.Sprintf("\"---\" is missing before line %d, where another object begins; kubectl reads both as one and sends only the last of each field", line),
		fmt.Sprintf("write --- above line %d", line)
}

// IsKeyOf reports whether a node is a key of a mapping itself, not of a merged one.
func IsKeyOf(mapping, key *yamlnode.Node) bool {
	for i := 0; i < len(mapping.Content); i += 2 {
		if mapping.Content[i] == key {
			return true
		}
	}
	return false
}
