package source

import (
	"hash/maphash"
	"math/bits"

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

// KeysOnce reports whether each key of a mapping is a name that it has once; it may be false
// for one with keys that are null or bring in others.
func KeysOnce(mapping *yamlnode.Node) bool { return !repeatsItsKeys(mapping) }

// fewKeys is the number of entries up to which all are compared with all.
const fewKeys = 8

func repeatsItsKeys(n *yamlnode.Node) bool {
	few := len(n.Content) <= 2*fewKeys
	var seen [fewKeys]string
	var names nameSet
	if !few {
		names = newNameSet(n)
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
		if !names.add(i/2, name) {
			return true
		}
	}
	return false
}

// A nameSet has the keys of a mapping that were seen. It has numbers for them and no strings,
// since looking for each key of a large mapping in a map takes as long as reading it.
type nameSet struct {
	of   *yamlnode.Node
	seed maphash.Seed
	// slots are half full at most. In each is a part of the hash of a name above the number of
	// its entry, from 1; 0 is a free one.
	slots []uint64
}

// entryBits are the bits of a slot in which the number of an entry is.
const entryBits = 32

func newNameSet(mapping *yamlnode.Node) nameSet {
	return nameSet{of: mapping, seed: maphash.MakeSeed(), slots: make([]uint64, 1<<bits.Len(uint(len(mapping.Content))))}
}

// add adds the name of an entry, unless one before it has the same.
func (s *nameSet) add(entry int, name string) bool {
	hash := maphash.String(s.seed, name)
	slot := hash&^(1<<entryBits-1) | uint64(entry+1)
	last := len(s.slots) - 1
	for at := int(hash) & last; ; at = (at + 1) & last {
		there := s.slots[at]
		if there == 0 {
			s.slots[at] = slot
			return true
		}
		if there>>entryBits == slot>>entryBits {
			if other, _ := Key(s.of.Content[2*(uint32(there)-1)]); other == name {
				return false
			}
		}
	}
}
