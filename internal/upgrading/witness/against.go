package witness

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

// against is a prover for the CRD with one more CEL rule for the values at a place: that
// another one fails. The objects that it makes are those that the other would refuse.
// It is nil if the CRD has no such place.
func (p *Prover) against(version string, value []finding.Segment, rule string) *Prover {
	return p.with(version, value, func(s *schema.Schema) {
		s.OwnRare().XValidations = append(slices.Clone(s.XValidations()), schema.ValidationRule{Rule: "!(" + rule + ")"})
	})
}

// within is a prover for the CRD with a schema that the values at a place have to satisfy as well;
// nil if the CRD has no such place.
func (p *Prover) within(version string, value []finding.Segment, also *schema.Schema) *Prover {
	return p.with(version, value, func(s *schema.Schema) {
		s.OwnBranches().AllOf = append(slices.Clone(s.AllOf()), also)
	})
}

// with is a prover for the CRD with a change of the schema of a place, which bounds the values
// there further; nil if the CRD has no such place.
func (p *Prover) with(version string, value []finding.Segment, change func(*schema.Schema)) *Prover {
	c := *p.crd
	c.Spec.Versions = slices.Clone(c.Spec.Versions)
	i := p.crd.VersionIndex(version)
	if i < 0 || c.Spec.Versions[i].OpenAPISchema() == nil {
		return nil
	}
	v := &c.Spec.Versions[i]
	root := changedAt(v.OpenAPISchema(), value, change)
	if root == nil {
		return nil
	}
	v.Schema = &crd.Validation{OpenAPIV3Schema: root}
	other := New(&c, p.options)
	other.budget.Left = min(other.budget.Left, p.budget.Left)
	return other
}

// changedAt copies a schema, with a change of that of the values at a place; nil if it has no
// schema for those.
func changedAt(s *schema.Schema, way []finding.Segment, change func(*schema.Schema)) *schema.Schema {
	if s == nil {
		return nil
	}
	out := *s
	if len(way) == 0 {
		change(&out)
		return &out
	}
	step, rest := way[0], way[1:]
	if step.IsIndex {
		below := changedAt(s.ItemSchema(), rest, change)
		out.Items = &schema.Items{Schema: below}
		return keep(&out, below)
	}
	properties := slices.Clone(s.Properties.All())
	for i := range properties {
		if properties[i].Name == step.Name {
			below := changedAt(properties[i].Schema, rest, change)
			properties[i].Schema = below
			out.Properties = schema.NewProperties(properties)
			return keep(&out, below)
		}
	}
	if s.AdditionalProperties == nil {
		return nil
	}
	below := changedAt(s.AdditionalProperties.Schema, rest, change)
	out.AdditionalProperties = &schema.SchemaOrBool{Allows: true, Schema: below}
	return keep(&out, below)
}

// keep returns a schema if the one below it is there.
func keep(s, below *schema.Schema) *schema.Schema {
	if below == nil {
		return nil
	}
	return s
}
