package source

import (
	"sync"

	"go.yaml.in/yaml/v3"
)

// manyKeys is the number of entries from which the keys of a mapping are looked up
// in a table.
const manyKeys = 32

// A keyTable finds the entries of large mappings, so that to find the places of a
// thousand fields does not take a thousand walks over all of them. It is safe for
// concurrent use.
type keyTable struct {
	mu       sync.Mutex
	mappings map[*yaml.Node]map[string]Entry
}

// lookup is lookup for the nodes of a document.
func (t *keyTable) lookup(n *yaml.Node, name string) (Entry, bool) {
	if n = Resolve(n); n == nil || n.Kind != yaml.MappingNode || len(n.Content) < 2*manyKeys {
		return lookup(n, name)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	entries, ok := t.mappings[n]
	if !ok {
		if t.mappings == nil {
			t.mappings = map[*yaml.Node]map[string]Entry{}
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
