package rules

import "github.com/crdtool/crdtool/schema"

// keeper returns the first version that keeps content in an object which this one always empties, or nil.
func (p *Pass) keeper(v *Version, n *schema.Node) *Version {
	for _, other := range p.Versions {
		if twin := other.twin(v, n); twin != nil && twin.Type == "object" && !other.AlwaysEmpty(twin) {
			return other
		}
	}
	return nil
}

// twin returns the node for the same field as a node of another version, or nil.
func (v *Version) twin(of *Version, n *schema.Node) *schema.Node {
	if n.Parent < 0 {
		return &v.Tree.Nodes[0]
	}
	above := v.twin(of, of.Parent(n))
	if above == nil {
		return nil
	}
	switch n.Role {
	case schema.RoleProperty:
		return v.Child(above, n.Name)
	case schema.RoleItems:
		return v.Items(above)
	case schema.RoleAdditionalProperties:
		return v.Values(above)
	}
	return nil
}
