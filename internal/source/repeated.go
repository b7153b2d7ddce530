package source

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/yamlnode"
)

// MayRepeatKeys reports whether some mapping of a document may have two entries with
// one key; also where that is not looked into, as with merge keys and aliases.
func MayRepeatKeys(d *Document) bool {
	return repeatsKeys(d.Root)
}

// RepeatedKeys calls f for each key below a node that its mapping has further up already,
// with merge keys applied, and with the way from the node to it.
// An alias is not followed, and what several merge keys bring is looked at once.
func RepeatedKeys(n *yamlnode.Node, f func(key *yamlnode.Node, at *finding.Path)) {
	if n == nil || !repeatsKeys(n) {
		return
	}
	walked := map[*yamlnode.Node]bool{}
	var walk func(n *yamlnode.Node, at *finding.Path)
	walk = func(n *yamlnode.Node, at *finding.Path) {
		if walked[n] {
			return
		}
		walked[n] = true
		switch n.Kind {
		case yamlnode.Mapping:
			seen := map[string]bool{}
			for e := range Entries(n) {
				p := at.Child(e.Key)
				if seen[e.Key] {
					f(e.KeyNode, p)
				}
				seen[e.Key] = true
				walk(e.Value, p)
			}
		case yamlnode.Sequence:
			for i, item := range n.Content {
				walk(item, at.Index(i))
			}
		}
	}
	walk(n, nil)
}

// fewKeys is the number of entries up to which all are compared with all.
const fewKeys = 8

func repeatsKeys(n *yamlnode.Node) bool {
	switch n.Kind {
	case yamlnode.Alias:
		return true
	case yamlnode.Mapping:
		if repeatsItsKeys(n) {
			return true
		}
	case yamlnode.Scalar:
		return false
	}
	for _, c := range n.Content {
		if c.Kind != yamlnode.Scalar && repeatsKeys(c) {
			return true
		}
	}
	return false
}

func repeatsItsKeys(n *yamlnode.Node) bool {
	few := len(n.Content) <= 2*fewKeys
	var seen [fewKeys]string
	var names map[string]bool
	if !few {
		names = make(map[string]bool, len(n.Content)/2)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, ok := Key(n.Content[i])
		if !ok || n.Content[i].IsMerge() {
			return true
		}
		if few {
			for _, other := range seen[:i/2] {
				if other == name {
					return true
				}
			}
			seen[i/2] = name
			continue
		}
		if names[name] {
			return true
		}
		names[name] = true
	}
	return false
}
