package schemafacts

import (
	"hash/maphash"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// repeatedTypes are the objects of a schema that have the same type. Generators repeat a type wherever it is used, and
// a finding about its fields is one finding for its author.
type repeatedTypes struct {
	// first maps each object to the ID of the first equal one, or to its own.
	first []int32
	// count maps each first object to the number of equal ones.
	count []int32
}

// place holds the facts that lint rules for a field may read besides its object.
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
		if n.Properties.Len() == 0 || n.Role == schematree.RoleRoot {
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

func (t *Tree) place(n *schematree.Node, sums []uint64) place {
	return place{sums[n.ID], t.inherited[n.ID] & (inMetadata | inStatus | inSpec), t.origin(n), n.Nested, n.Unwalked}
}

// sums returns a hash for each node. Equal schemas have equal hashes; schemas with equal hashes are compared.
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
		// The sum of the children does not depend on their order, like schema.Equal.
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

// Repeats reports whether a node belongs to an object that equals an earlier one, also in spec or in status.
func (t *Tree) Repeats(n *schematree.Node) bool {
	object := t.ObjectOf(n)
	return object != nil && t.RepeatsType(object)
}

// ObjectOf returns the object with the field that a node is, or that has the node as item or value; nil for the root.
func (t *Tree) ObjectOf(n *schematree.Node) *schematree.Node {
	for n.Role == schematree.RoleItems || n.Role == schematree.RoleAdditionalProperties {
		n = t.Parent(n)
	}
	return t.Parent(n)
}

// RepeatsType reports whether an object equals an earlier one.
func (t *Tree) RepeatsType(object *schematree.Node) bool {
	return t.repeatedTypes().first[object.ID] != object.ID
}

// Copies returns the number of other objects that equal an object, if it is the first of them.
func (t *Tree) Copies(object *schematree.Node) int {
	return max(0, int(t.repeatedTypes().count[object.ID])-1)
}
