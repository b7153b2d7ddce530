package edit

import (
	"reflect"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// A planner finds the edits for the changes of one fix.
type planner struct {
	doc  *source.Document
	text []byte
	// touched are the collections with changes.
	touched []*yamlnode.Node
}

// A spot is a node with the collections around it.
type spot struct {
	above *spot // nil for the root
	node  *yamlnode.Node
	// key is the node's key in the mapping above, nil for an item.
	key *yamlnode.Node
	// at is the index among the entries of the collection above.
	at int
}

func (p *planner) plan(changes []finding.Change) []Edit {
	var edits []Edit
	for i := range changes {
		e, ok := p.change(&changes[i])
		if !ok || len(e) == 0 {
			return nil
		}
		edits = append(edits, e...)
	}
	Sort(edits)
	if len(edits) == 0 || Overlap(edits) {
		return nil
	}
	return edits
}

func (p *planner) change(c *finding.Change) ([]Edit, bool) {
	path := c.Path.Segments()
	if len(path) == 0 {
		return nil, false
	}
	if c.Op == finding.Add {
		name := path[len(path)-1]
		into, ok := p.find(path[:len(path)-1])
		if !ok || name.IsIndex || into.node.Kind != yamlnode.Mapping {
			return nil, false
		}
		p.touched = append(p.touched, into.node)
		return p.add(into, name.Name, c.Value)
	}
	s, ok := p.find(path)
	if !ok {
		return nil, false
	}
	p.touched = append(p.touched, s.above.node)
	switch c.Op {
	case finding.Remove:
		return p.remove(s)
	case finding.Replace:
		return p.replace(s, c.Value)
	case finding.Rename:
		name, isString := c.Value.(string)
		if s.key == nil || !isString {
			return nil, false
		}
		return p.overwrite(s.key, name)
	case finding.RemoveRepeated:
		return p.removeRepeated(s)
	}
	return nil, false
}

// find returns the node at a path, if the path uses no alias and no merge key. Of repeated keys it uses the last
// one, as readers do.
func (p *planner) find(path []finding.Segment) (*spot, bool) {
	at := &spot{node: p.doc.Root}
	for _, s := range path {
		above := at
		n := above.node
		switch {
		case s.IsIndex && n.Kind == yamlnode.Sequence && s.Index >= 0 && s.Index < len(n.Content):
			at = &spot{above: above, node: n.Content[s.Index], at: s.Index}
		case !s.IsIndex && n.Kind == yamlnode.Mapping:
			i := source.LastKey(n, s.Name)
			if i < 0 {
				return nil, false
			}
			at = entry(above, i)
		default:
			return nil, false
		}
	}
	return at, true
}

// entry returns entry i of a mapping.
func entry(above *spot, i int) *spot {
	return &spot{above: above, key: above.node.Content[2*i], node: above.node.Content[2*i+1], at: i}
}

func (p *planner) named(key *yamlnode.Node, name string) bool {
	s, ok := source.Key(key)
	return ok && s == name && key.Kind == yamlnode.Scalar
}

// entries returns the number of entries of a mapping or items of a sequence.
func entries(n *yamlnode.Node) int {
	if n.Kind == yamlnode.Mapping {
		return len(n.Content) / 2
	}
	return len(n.Content)
}

// first returns the first node of entry i of a collection.
func first(n *yamlnode.Node, i int) *yamlnode.Node {
	if n.Kind == yamlnode.Mapping {
		return n.Content[2*i]
	}
	return n.Content[i]
}

// last returns the last node of entry i of a collection.
func last(n *yamlnode.Node, i int) *yamlnode.Node {
	if n.Kind == yamlnode.Mapping {
		return n.Content[2*i+1]
	}
	return n.Content[i]
}

func isFlow(n *yamlnode.Node) bool { return n.Style&yamlnode.Flow != 0 }

func (p *planner) remove(s *spot) ([]Edit, bool) {
	switch {
	case isFlow(s.above.node):
		return p.removeFlow(s)
	case entries(s.above.node) == 1:
		return p.emptyBlock(s)
	}
	return p.removeBlock(s)
}

// removeRepeated removes all entries with the key of s but the first.
func (p *planner) removeRepeated(s *spot) ([]Edit, bool) {
	if s.key == nil {
		return nil, false
	}
	name, _ := source.Key(s.key)
	value := source.Value(s.node)
	var edits []Edit
	kept := false
	for i := range entries(s.above.node) {
		e := entry(s.above, i)
		if !p.named(e.key, name) {
			continue
		}
		if !reflect.DeepEqual(source.Value(e.node), value) {
			return nil, false
		}
		if !kept {
			kept = true
			continue
		}
		more, ok := p.remove(e)
		if !ok {
			return nil, false
		}
		edits = append(edits, more...)
	}
	return edits, true
}

// replace replaces a scalar.
func (p *planner) replace(s *spot, value any) ([]Edit, bool) {
	if s.node.Kind != yamlnode.Scalar && s.node.Kind != yamlnode.Alias {
		return nil, false
	}
	if _, _, ok := p.span(s.node); !ok && !isFlow(s.above.node) {
		return p.replaceLines(s, value)
	}
	return p.overwrite(s.node, value)
}

func (p *planner) overwrite(n *yamlnode.Node, value any) ([]Edit, bool) {
	start, end, ok := p.span(n)
	if !ok {
		return nil, false
	}
	if s, ok := value.(string); ok && n.Style == 0 && n.Kind == yamlnode.Scalar && !p.doc.JSON() && staysPlain(n.Value, s) {
		return []Edit{{start, end, s}}, true
	}
	text, ok := scalarText(value, n.Style, p.doc.JSON())
	return []Edit{{start, end, text}}, ok
}

// add adds a key with its value.
func (p *planner) add(into *spot, name string, value any) ([]Edit, bool) {
	if source.LastKey(into.node, name) >= 0 {
		return nil, false
	}
	if isFlow(into.node) {
		return p.addFlow(into.node, name, value)
	}
	if into.node.Kind != yamlnode.Mapping || len(into.node.Content) == 0 {
		return nil, false
	}
	return p.addBlock(into, name, value)
}

// place returns the index of the entry before which a key is inserted: in order if the keys are sorted, else at
// the end.
func (p *planner) place(mapping *yamlnode.Node, name string) int {
	n := entries(mapping)
	before, at := "", n
	for i := range n {
		key, ok := source.Key(mapping.Content[2*i])
		if !ok || i > 0 && key <= before {
			return n
		}
		before = key
		if at == n && name < key {
			at = i
		}
	}
	return at
}
