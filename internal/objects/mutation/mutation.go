// Package mutation damages CRDs, one constraint of a schema at a time, as tools for mutation testing damage
// programs. A test that passes with the CRD and with the damaged one does not test that constraint. Begin with Of.
package mutation

import (
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// A Mutant is a CRD with one damaged constraint. All versions with the same constraint are damaged.
type Mutant struct {
	Kind Kind
	// Constraint is the damaged constraint in the first version that has it.
	Constraint constraint.Constraint
	// Version is that version.
	Version string
	// Does describes the damage, such as "maximum 10 becomes 11".
	Does string
	// Start and End are the damaged part of a CEL rule's text; both are 0 if the whole rule or another constraint is
	// damaged.
	Start, End int
	// Rule is the text of the damaged CEL rule; "" if the rule is removed, or if another constraint is damaged.
	Rule string

	id   string
	path []step
	edit func(*schema.Schema) bool
}

// ID identifies a mutant of a CRD. The same damage to another version or file of the CRD has the same ID.
func (m *Mutant) ID() string { return m.id }

// Path returns the path of the damaged constraint in the CRD.
func (m *Mutant) Path() *finding.Path { return m.Constraint.Path }

// Of lists the mutants of a CRD, in the order of its served versions and their schemas. The larger damage to a
// constraint comes first. The server may refuse some mutants.
func Of(c *crd.CustomResourceDefinition, by behaviour.Behaviour) []Mutant {
	var all []Mutant
	seen := map[string]bool{}
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		root := v.OpenAPISchema()
		if !v.Served || root == nil {
			continue
		}
		at := finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
		facts := schemafacts.Of(schematree.New(root, at), false)
		for _, of := range constraint.Of(facts, by) {
			n := &facts.Nodes[of.Node]
			d := &damager{constraint: of, schema: n.Schema, version: v.Name, path: pathTo(facts.Tree, n)}
			d.place = text(d.path)
			d.damage()
			for _, m := range d.all {
				if !seen[m.id] {
					seen[m.id] = true
					all = append(all, m)
				}
			}
		}
	}
	return all
}

// Damage returns a copy of a CRD with the damage, which shares the other parts. It returns nil if the CRD does not
// have the constraint, as an older file with the CRD may not.
func (m *Mutant) Damage(c *crd.CustomResourceDefinition) *crd.CustomResourceDefinition {
	var out *crd.CustomResourceDefinition
	for i := range c.Spec.Versions {
		root := c.Spec.Versions[i].OpenAPISchema()
		if root == nil {
			continue
		}
		damaged := changed(root, m.path, m.edit)
		if damaged == nil {
			continue
		}
		if out == nil {
			out = c.Copy()
		}
		out.Spec.Versions[i].Schema = &crd.Validation{OpenAPIV3Schema: damaged}
	}
	return out
}
