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
	var within repeated
	for i := range nodes {
		n := &nodes[i]
		a.first[i] = n.ID
		if n.Properties.Len() == 0 || n.Role == schema.RoleRoot {
			continue
		}
		at := t.place(n, sums)
		first, ok := known[at]
		if !ok {
			known[at], first = n.ID, n.ID
		}
		if first != n.ID {
			same := within.twin(n.ID)
			switch {
			case same >= 0 && at == t.place(&nodes[same], sums):
				if a.first[same] != first {
					first = n.ID
				}
			case schema.Equal(nodes[first].Schema, n.Schema):
				if n.ID >= within.end {
					within = t.repeats(first, n.ID)
				}
			default:
				first = n.ID
			}
		}
		a.first[i] = first
		a.count[first]++
	}
	t.same = a
	return a
}

func (t *Tree) place(n *schema.Node, sums []uint64) place {
	return place{sums[n.ID], t.inherited[n.ID] & (inMetadata | inStatus | inSpec), t.origin(n), n.Nested, n.Unwalked}
}

// repeated is an object that equals another one. What is in it equals what is in the other, and
// need not be compared once more at each level.
type repeated struct {
	by        int32 // how far before it the other one is
	from, end int32
}

// twin is the node in the other object that stands where one does in this one, -1 if there is none.
func (r *repeated) twin(id int32) int32 {
	if id < r.from || id >= r.end {
		return -1
	}
	return id - r.by
}

// repeats returns what equal objects have in the same order; nothing if their orders differ.
func (t *Tree) repeats(first, id int32) repeated {
	n := &t.Nodes[id]
	by := id - first
	for i := id + 1; i < n.End; i++ {
		a, b := &t.Nodes[i], &t.Nodes[i-by]
		if a.Role != b.Role || a.Name != b.Name || a.End-by != b.End {
			return repeated{from: n.End, end: n.End}
		}
	}
	return repeated{by, id, n.End}
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
