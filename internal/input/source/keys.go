package source

import (
	"sync"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
)

// manyKeys is the number of entries from which the keys of a mapping are looked up
// in a table.
const manyKeys = 32

// A keyTable finds the entries of large mappings, so that to find the places of a
// thousand fields does not take a thousand walks over all of them. It is safe for
// concurrent use.
type keyTable struct {
	mu       sync.Mutex
	mappings map[*yamlnode.Node]map[string]Entry
	written  map[*yamlnode.Node]map[string]int
}

// lookup is lookup for the nodes of a document.
func (t *keyTable) lookup(n *yamlnode.Node, name string) (Entry, bool) {
	if n = Resolve(n); n == nil || n.Kind != yamlnode.Mapping || len(n.Content) < 2*manyKeys {
		return lookup(n, name)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	entries, ok := t.mappings[n]
	if !ok {
		if t.mappings == nil {
			t.mappings = map[*yamlnode.Node]map[string]Entry{}
		}
		entries = make(map[string]Entry, len(n.Content)/2)
		for e := range Entries(n) {
			entries[e.Key] = e // of two with one key the later one counts
		}
		t.mappings[n] = entries
	}
	e, ok := entries[name]
	return e, ok
}

// Field is Field for the nodes of the document.
func (d *Document) Field(n *yamlnode.Node, name string) *yamlnode.Node {
	e, ok := d.keys.lookup(n, name)
	if !ok {
		return nil
	}
	return Resolve(e.Value)
}

// LastKey returns which entry of a mapping is the last one that is written there with
// a key, or -1. Merge keys do not count.
func (d *Document) LastKey(mapping *yamlnode.Node, name string) int {
	if len(mapping.Content) < 2*manyKeys {
		for i := len(mapping.Content)/2 - 1; i >= 0; i-- {
			if s, ok := scalarKey(mapping.Content[2*i]); ok && s == name {
				return i
			}
		}
		return -1
	}
	t := &d.keys
	t.mu.Lock()
	defer t.mu.Unlock()
	at, ok := t.written[mapping]
	if !ok {
		if t.written == nil {
			t.written = map[*yamlnode.Node]map[string]int{}
		}
		at = make(map[string]int, len(mapping.Content)/2)
		for i := range len(mapping.Content) / 2 {
			if s, ok := scalarKey(mapping.Content[2*i]); ok {
				at[s] = i
			}
		}
		t.written[mapping] = at
	}
	if i, ok := at[name]; ok {
		return i
	}
	return -1
}

func scalarKey(k *yamlnode.Node) (string, bool) {
	if k.Kind != yamlnode.Scalar {
		return "", false
	}
	return Key(k)
}
