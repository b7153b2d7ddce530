package rules

import (
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/schema"
)

// stored returns the schema that the stored CRD has at the place of a node; nil if it
// has none there, or there is no stored CRD.
func (p *Pass) stored(v *Version, n *schema.Node) *schema.Schema {
	if p.Old == nil {
		return nil
	}
	was := p.storedVersion(v)
	if was == nil {
		return nil
	}
	return storedAt(was.OpenAPISchema(), v, n)
}

// storedVersion is the version of the stored CRD that has a schema's name; where
// versions share it, that of any of them.
func (p *Pass) storedVersion(v *Version) *crd.Version {
	if was := versionNamed(p.Old, v.Name); was != nil || !p.CRD.Spec.Shared.Schema {
		return was
	}
	for i := range p.CRD.Spec.Versions {
		if was := versionNamed(p.Old, p.CRD.Spec.Versions[i].Name); was != nil {
			return was
		}
	}
	return nil
}

func storedAt(root *schema.Schema, v *Version, n *schema.Node) *schema.Schema {
	if n.Parent < 0 {
		return root
	}
	above := storedAt(root, v, v.Parent(n))
	switch {
	case above == nil:
	case n.Role == schema.RoleProperty:
		return above.Properties.Get(n.Name)
	case n.Role == schema.RoleItems && above.Items != nil:
		return above.Items.Schema
	case n.Role == schema.RoleAdditionalProperties && above.AdditionalProperties != nil:
		return above.AdditionalProperties.Schema
	}
	return nil
}
