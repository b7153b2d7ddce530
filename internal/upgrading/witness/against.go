package witness

import (
	"slices"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// against returns a prover for the CRD with one more CEL rule at a place, the negation of another. Its objects
// break the other rule. It is nil if the CRD has no such place.
func (p *Prover) against(version string, value []finding.Segment, rule string) *Prover {
	return p.with(version, value, func(s *schema.Schema) {
		s.OwnRare().XValidations = append(slices.Clone(s.XValidations()), schema.ValidationRule{Rule: "!(" + rule + ")"})
	})
}

// within returns a prover for the CRD with a further schema for the values at a place; nil if the CRD has no such
// place.
func (p *Prover) within(version string, value []finding.Segment, more *schema.Schema) *Prover {
	return p.with(version, value, func(s *schema.Schema) {
		s.OwnBranches().AllOf = append(slices.Clone(s.AllOf()), more)
	})
}

// with returns a prover for the CRD with a tightened schema at a place; nil if the CRD has no such place.
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

// changedAt copies a schema and changes the schema of the values at a place; nil if there is no such schema.
func changedAt(s *schema.Schema, path []finding.Segment, change func(*schema.Schema)) *schema.Schema {
	if s == nil {
		return nil
	}
	out := *s
	if len(path) == 0 {
		change(&out)
		return &out
	}
	step, rest := path[0], path[1:]
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

// keep returns a schema if the schema below it exists.
func keep(s, below *schema.Schema) *schema.Schema {
	if below == nil {
		return nil
	}
	return s
}
