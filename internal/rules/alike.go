package rules

import (
	"fmt"
	"hash/maphash"

	"github.com/crdtool/crdtool/finding"
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
	facts            facts
	origin           origin
	nested, unwalked bool
}

func (v *Version) alikes() *alike {
	if v.same != nil {
		return v.same
	}
	nodes := v.Tree.Nodes
	a := &alike{first: make([]int32, len(nodes)), count: make([]int32, len(nodes))}
	sums := v.sums()
	known := map[place]int32{}
	for i := range nodes {
		n := &nodes[i]
		a.first[i] = n.ID
		if n.Properties.Len() == 0 || n.Role == schema.RoleRoot {
			continue
		}
		at := place{sums[i], v.facts[i] & (inMetadata | inStatus | inSpec), v.origin(n), n.Nested, n.Unwalked}
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
	v.same = a
	return a
}

// sums returns a number for each node that equal schemas share. Those that share
// it are compared: it need not tell all schemas apart.
func (v *Version) sums() []uint64 {
	var h maphash.Hash
	nodes := v.Tree.Nodes
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
func (v *Version) Repeats(n *schema.Node) bool {
	object := v.objectOf(n)
	return object != nil && v.RepeatsType(object)
}

// objectOf returns the object whose field a node is, or whose field's item or
// value.
func (v *Version) objectOf(n *schema.Node) *schema.Node {
	for n.Role == schema.RoleItems || n.Role == schema.RoleAdditionalProperties {
		n = v.Parent(n)
	}
	return v.Parent(n)
}

// RepeatsType reports whether an object equals one further up.
func (v *Version) RepeatsType(object *schema.Node) bool {
	return v.alikes().first[object.ID] != object.ID
}

// countAlike adds to the help of a finding how many other objects equal the one
// that it is about.
func (v *Version) countAlike(f *finding.Finding, object *schema.Node) {
	if object == nil {
		return
	}
	others := v.alikes().count[object.ID] - 1
	if others < 1 {
		return
	}
	if f.Help != "" {
		f.Help += "; "
	}
	if others == 1 {
		f.Help += "the same type is in one more place"
	} else {
		f.Help += fmt.Sprintf("the same type is in %d more places", others)
	}
}
