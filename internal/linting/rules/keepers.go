package rules

import "github.com/crdtool/crdtool/schema"

// keepers tells of each object that is always empty which version keeps content in the object at
// the same place: the first one, by its index among the versions.
type keepers map[*schema.Node]int

// keeper returns the version that keeps content in an object which another one always empties, or
// nil. Which ones do is found for all versions together, since each may have as many objects as
// there are other versions.
func (p *Pass) keeper(n *schema.Node) *Version {
	if len(p.Versions) < 2 {
		return nil
	}
	if p.keepers == nil {
		p.keepers = findKeepers(p.Versions)
	}
	if i, ok := p.keepers[n]; ok {
		return p.Versions[i]
	}
	return nil
}

func findKeepers(versions []*Version) keepers {
	places := places{{place: noPlace}: root}
	type object struct {
		*schema.Node
		place int32
	}
	var emptied []object
	for _, v := range versions {
		known := make([]int32, len(v.Nodes)) // where the nodes stand
		for i := range v.Nodes {
			if n := &v.Nodes[i]; n.Role == schema.RoleProperty && v.AlwaysEmpty(n) {
				if at := places.add(v, n, known); at != noPlace {
					emptied = append(emptied, object{n, at})
				}
			}
		}
	}
	first := make([]int, len(places)+root) // the version that keeps content at a place, plus one
	for i, v := range versions {
		places.walk(v, func(n *schema.Node, at int32) {
			if first[at] == 0 && n.Type == "object" && !v.AlwaysEmpty(n) {
				first[at] = i + 1
			}
		})
	}
	found := keepers{}
	for _, o := range emptied {
		if i := first[o.place]; i > 0 {
			found[o.Node] = i - 1
		}
	}
	return found
}

// places numbers the places of fields, in whatever version they are.
type places map[step]int32

// step leads from one place to another.
type step struct {
	place int32
	role  schema.Role
	name  string
}

const (
	noPlace = -1
	root    = 1
)

// add numbers the place of a node and those above it. It returns noPlace for one in a junctor or in
// what the server does not prune.
func (p places) add(v *Version, n *schema.Node, known []int32) int32 {
	if at := known[n.ID]; at != 0 {
		return at
	}
	at := int32(noPlace)
	if above := v.Parent(n); above == nil {
		at = root
	} else if from := p.add(v, above, known); from != noPlace && isField(n) {
		step := step{from, n.Role, n.Name}
		var ok bool
		if at, ok = p[step]; !ok {
			at = int32(len(p)) + root
			p[step] = at
		}
	}
	known[n.ID] = at
	return at
}

// walk calls f for each node of a version that stands at one of the places.
func (p places) walk(v *Version, f func(n *schema.Node, at int32)) {
	at := make([]int32, len(v.Nodes))
	for id := int32(0); id < int32(len(v.Nodes)); {
		n := &v.Nodes[id]
		if n.Parent < 0 {
			at[id] = root
		} else if isField(n) {
			at[id] = p[step{at[n.Parent], n.Role, n.Name}]
		}
		if at[id] == 0 {
			id = n.End // nothing below it stands at one of them either
			continue
		}
		f(n, at[id])
		id++
	}
}

// isField reports whether a node stands for a field, an item or a value of the object around it.
func isField(n *schema.Node) bool {
	return n.Role == schema.RoleProperty || n.Role == schema.RoleItems || n.Role == schema.RoleAdditionalProperties
}
