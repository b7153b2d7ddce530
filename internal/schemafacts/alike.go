package schemafacts

import (
	"hash/maphash"

	"github.com/crdtool/crdtool/schema"
)

// alike tells which objects of a schema are the same type in several places.
// Generators write a type out wherever it is used, and what there is to say about
// its fields is one thing to its author.
type alike struct {
	// first has for each object the ID of the first one that equals it, or its own.
	first []int32
	// count has for each first object how many there are.
	count []int32
}

// place is what a field's rules may look at besides the object it is in.
type place struct {
	sum              uint64
	inherited        inherited
	origin           origin
	nested, unwalked bool
}

func (t *Tree) alikes() *alike {
	if t.same != nil {
		return t.same
	}
	nodes := t.Nodes
	a := &alike{first: make([]int32, len(nodes)), count: make([]int32, len(nodes))}
	sums := t.sums()
	known := map[place]int32{}
	for i := range nodes {
		n := &nodes[i]
		a.first[i] = n.ID
		if n.Properties.Len() == 0 || n.Role == schema.RoleRoot {
			continue
		}
		at := place{sums[i], t.inherited[i] & (inMetadata | inStatus | inSpec), t.origin(n), n.Nested, n.Unwalked}
		first, ok := known[at]
		if !ok {
			known[at], first = n.ID, n.ID
		}
		if first != n.ID && !schema.Equal(nodes[first].Schema, n.Schema) {
			first = n.ID
		}
		a.first[i] = first
		a.count[first]++
	}
	t.same = a
	return a
}

// sums returns a number for each node that equal schemas share. Those that share
// it are compared: it need not tell all schemas apart.
func (t *Tree) sums() []uint64 {
	var h maphash.Hash
	nodes := t.Nodes
	sums := make([]uint64, len(nodes))
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		h.Reset()
		for _, s := range [...]string{n.Type, n.Format, n.Pattern, n.Description} {
			_, _ = h.WriteString(s)
			_ = h.WriteByte(0)
		}
		// Children are added without regard to their order, as Equal compares them.
		sums[i] += h.Sum64()
		if n.Parent >= 0 {
			h.Reset()
			_, _ = h.WriteString(n.Name)
			_ = h.WriteByte(byte(n.Role))
			sums[n.Parent] += sums[i] * (2*(h.Sum64()%(1<<32)) + 1)
		}
	}
	return sums
}

// Repeats reports whether a node belongs to an object that equals one further up,
// in the spec or the status as that is.
func (t *Tree) Repeats(n *schema.Node) bool {
	object := t.ObjectOf(n)
	return object != nil && t.RepeatsType(object)
}

// ObjectOf returns the object whose field a node is, or whose field's item or
// value.
func (t *Tree) ObjectOf(n *schema.Node) *schema.Node {
	if t.objects == nil {
		t.objects = objectsOf(t.Nodes)
	}
	if id := t.objects[n.ID]; id >= 0 {
		return &t.Nodes[id]
	}
	return nil
}

// objectsOf returns for each node the ID of the object that it belongs to; -1 for none. Lists
// of lists may be deep.
func objectsOf(nodes []schema.Node) []int32 {
	objects := make([]int32, len(nodes))
	for i := range nodes {
		switch n := &nodes[i]; n.Role {
		case schema.RoleItems, schema.RoleAdditionalProperties:
			objects[i] = objects[n.Parent]
		default:
			objects[i] = n.Parent
		}
	}
	return objects
}

// RepeatsType reports whether an object equals one further up.
func (t *Tree) RepeatsType(object *schema.Node) bool {
	return t.alikes().first[object.ID] != object.ID
}

// OthersAlike returns how many other objects equal one, which is the first of
// them.
func (t *Tree) OthersAlike(object *schema.Node) int {
	return max(0, int(t.alikes().count[object.ID])-1)
}
