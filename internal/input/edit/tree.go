package edit

import (
	"github.com/crdtool/crdtool/internal/input/jsonvalue"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A tree is the value of a document to which changes are applied. Removed items of lists leave a mark until the
// end, so that the indexes in the paths of later changes stay valid.
type tree struct {
	root any
}

type removedItem struct{}

func newTree(d *source.Document) *tree { return &tree{source.Value(d.Root)} }

// equals reports whether a node has the value of the tree.
func (t *tree) equals(n *yamlnode.Node) bool {
	return jsonvalue.Equal(compact(t.root), source.Value(n))
}

// Same reports whether two nodes have the same value.
func Same(a, b *yamlnode.Node) bool { return jsonvalue.Equal(source.Value(a), source.Value(b)) }

// change applies one change, and reports whether that is possible.
func (t *tree) change(c *finding.Change) bool {
	path := c.Path.Segments()
	if len(path) == 0 {
		return false
	}
	at := t.root
	for _, s := range path[:len(path)-1] {
		at = step(at, s)
	}
	last := path[len(path)-1]
	if last.IsIndex {
		return changeItem(at, last.Index, c)
	}
	m, ok := at.(map[string]any)
	if !ok {
		return false
	}
	old, there := m[last.Name]
	switch c.Op {
	case finding.Add:
		if there {
			return false
		}
		m[last.Name] = written(c.Value)
		return true
	case finding.Remove:
		delete(m, last.Name)
	case finding.Replace:
		m[last.Name] = written(c.Value)
		return there && isScalar(old)
	case finding.Rename:
		name, ok := c.Value.(string)
		if _, taken := m[name]; !ok || taken {
			return false
		}
		delete(m, last.Name)
		m[name] = old
	}
	return there
}

func changeItem(at any, index int, c *finding.Change) bool {
	list, ok := at.([]any)
	if !ok || index < 0 || index >= len(list) || list[index] == (removedItem{}) {
		return false
	}
	switch c.Op {
	case finding.Remove:
		list[index] = removedItem{}
	case finding.Replace:
		if !isScalar(list[index]) {
			return false
		}
		list[index] = written(c.Value)
	default:
		return false
	}
	return true
}

func step(at any, s finding.Segment) any {
	switch at := at.(type) {
	case map[string]any:
		if !s.IsIndex {
			return at[s.Name]
		}
	case []any:
		if s.IsIndex && s.Index >= 0 && s.Index < len(at) {
			return at[s.Index]
		}
	}
	return nil
}

func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any, removedItem:
		return false
	}
	return true
}

// written returns a change's value with the types of a document.
func written(v any) any {
	if list, ok := v.([]string); ok {
		items := make([]any, len(list))
		for i, s := range list {
			items[i] = s
		}
		return items
	}
	return source.Cloned(v)
}

// compact returns the value without the marks of removed items.
func compact(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = compact(e)
		}
	case []any:
		kept := make([]any, 0, len(v))
		for _, e := range v {
			if _, gone := e.(removedItem); !gone {
				kept = append(kept, compact(e))
			}
		}
		return kept
	}
	return v
}
