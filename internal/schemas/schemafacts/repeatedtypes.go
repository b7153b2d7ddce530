package schemafacts

import (
	"hash/maphash"

	"github.com/crdtool/crdtool/schema"
)

// repeatedTypes are the objects of a schema that are the same type in several places.
// Generators write a type out wherever it is used, and what there is to say about
// its fields is one thing to its author.
type repeatedTypes struct {
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

func (t *Tree) repeatedTypes() *repeatedTypes {
	if t.types != nil {
		return t.types
	}
	nodes := t.Nodes
	r := &repeatedTypes{first: make([]int32, len(nodes)), count: make([]int32, len(nodes))}
	sums := t.sums()
	known := map[place]int32{}
	for i := range nodes {
		n := &nodes[i]
		r.first[i] = n.ID
		if n.Properties.Len() == 0 || n.Role == schema.RoleRoot {
			continue
		}
		at := t.place(n, sums)
		if first, ok := known[at]; !ok {
			known[at] = n.ID
		} else if schema.Equal(nodes[first].Schema, n.Schema) {
			r.first[i] = first
		}
		r.count[r.first[i]]++
	}
	t.types = r
	return r
}

func (t *Tree) place(n *schema.Node, sums []uint64) place {
	return place{sums[n.ID], t.inherited[n.ID] & (inMetadata | inStatus | inSpec), t.origin(n), n.Nested, n.Unwalked}
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
// value; nil for the root.
func (t *Tree) ObjectOf(n *schema.Node) *schema.Node {
	for n.Role == schema.RoleItems || n.Role == schema.RoleAdditionalProperties {
		n = t.Parent(n)
	}
	return t.Parent(n)
}

// RepeatsType reports whether an object equals one further up.
func (t *Tree) RepeatsType(object *schema.Node) bool {
	return t.repeatedTypes().first[object.ID] != object.ID
}

// Copies returns how many other objects equal one, which is the first of them.
func (t *Tree) Copies(object *schema.Node) int {
	return max(0, int(t.repeatedTypes().count[object.ID])-1)
}
