package source

import (
	"fmt"
	"maps"
	"slices"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A Repeat is the way in which a mapping sets a key more than once.
type Repeat uint8

// The ways. kubectl and the server read YAML with yaml.v2, which sets the keys of a mapping in order, and the keys
// of a merge key at its place. kubectl sends JSON with only the last value.
const (
	// WrittenTwice is a key that is repeated in the same mapping.
	WrittenTwice Repeat = iota + 1
	// OverridesMerge is a key below a merge key that sets it too, or a key of several merged mappings.
	OverridesMerge
	// ReplacedByMerge is a key above a merge key that replaces its value. By the rules of YAML the key would override
	// the merge key.
	ReplacedByMerge
	// SecondMerge is a merge key below another one. By the rules of YAML a mapping has at most one.
	SecondMerge
)

// MergeReplaces returns the message that a merge key replaces the value of a key above it.
func MergeReplaces(key string) (message, help string) {
	return fmt.Sprintf("field %q is replaced by the merge key below it: kubectl and kube-apiserver use the merged value, other readers of YAML this one", key),
		fmt.Sprintf("write the merge key << above %q, where all readers agree that the field overrides it", key)
}

// RepeatsOf returns the repeated keys of a mapping, by their nodes.
func RepeatsOf(mapping *yamlnode.Node) map[*yamlnode.Node]Repeat {
	repeats := map[*yamlnode.Node]Repeat{}
	written, last := map[string]bool{}, map[string]Entry{}
	for e := range Entries(mapping) {
		before, again := last[e.Key]
		switch {
		case !e.Merged && written[e.Key]:
			repeats[e.KeyNode] = WrittenTwice
		case again && e.Merged && !before.Merged && !sameScalar(before.Value, e.Value):
			repeats[before.KeyNode] = ReplacedByMerge
		case again:
			repeats[e.KeyNode] = OverridesMerge
		}
		written[e.Key] = written[e.Key] || !e.Merged
		last[e.Key] = e
	}
	addMergeKeys(mapping, repeats)
	return repeats
}

// addMergeKeys adds the second merge key of a mapping, and the repeated keys of the mappings in its merge keys. An
// alias refers to a mapping elsewhere.
func addMergeKeys(mapping *yamlnode.Node, repeats map[*yamlnode.Node]Repeat) {
	merges := 0
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		k, v := mapping.Content[i], mapping.Content[i+1]
		if !k.IsMerge() {
			continue
		}
		if merges++; merges > 1 {
			repeats[k] = SecondMerge
		}
		merged := []*yamlnode.Node{v}
		if v.Kind == yamlnode.Sequence {
			merged = v.Content
		}
		for _, m := range merged {
			if m.Kind == yamlnode.Mapping && RepeatsItsKeys(m) {
				maps.Copy(repeats, RepeatsOf(m))
			}
		}
	}
}

// sameScalar reports whether two values are the same node, or scalars with the same text and style.
func sameScalar(a, b *yamlnode.Node) bool {
	a, b = Resolve(a), Resolve(b)
	return a == b || a.Kind == yamlnode.Scalar && b.Kind == yamlnode.Scalar && a.Value == b.Value && a.Style == b.Style
}

// RepeatedKeys calls f for each repeated key below a node, with the path from the node to it. It does not follow
// aliases, and visits mappings of merge keys once.
func RepeatedKeys(n *yamlnode.Node, f func(key *yamlnode.Node, how Repeat, at *finding.Path)) {
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
			var repeats map[*yamlnode.Node]Repeat
			if RepeatsItsKeys(n) {
				repeats = RepeatsOf(n)
			}
			for i := 0; len(repeats) > 0 && i+1 < len(n.Content); i += 2 {
				if k := n.Content[i]; repeats[k] == SecondMerge {
					f(k, SecondMerge, at.Child(k.Value))
				}
			}
			for e := range Entries(n) {
				p := at.Child(e.Key)
				if how := repeats[e.KeyNode]; how != 0 && how != SecondMerge {
					f(e.KeyNode, how, p)
				}
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

func repeatsKeys(n *yamlnode.Node) bool {
	switch n.Kind {
	case yamlnode.Alias:
		return true
	case yamlnode.Mapping:
		if RepeatsItsKeys(n) {
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

// RepeatsItsKeys reports whether a mapping may have repeated keys: it has a key twice, a merge key, or a key that
// is no string in JSON.
func RepeatsItsKeys(mapping *yamlnode.Node) bool {
	// Most mappings have few keys, for which a list is quicker than a map.
	const few = 16
	names := make([]string, 0, few)
	var more map[string]bool
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		k := mapping.Content[i]
		name, ok := Key(k)
		if !ok || k.IsMerge() || slices.Contains(names, name) || more[name] {
			return true
		}
		if len(names) < few {
			names = append(names, name)
			continue
		}
		if more == nil {
			more = make(map[string]bool, len(mapping.Content)/2)
		}
		more[name] = true
	}
	return false
}
