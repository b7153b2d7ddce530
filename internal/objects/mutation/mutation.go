// Package mutation damages CRDs, one thing that a schema decides at a time, as tools for
// mutation testing damage programs: a test that passes with the CRD and with the damaged
// one says nothing of what was damaged. Of is the place to start.
package mutation

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Mutant is a CRD of which one thing is damaged, in all versions that have it alike.
type Mutant struct {
	Kind Kind
	// Constraint is what is damaged, where it stands in the first version that has it.
	Constraint constraint.Constraint
	// Version is that version.
	Version string
	// Does says what is done, such as "maximum 10 becomes 11".
	Does string
	// Start and End are the part of a CEL rule's text that is damaged; both are 0 if it is
	// all of it, or no rule.
	Start, End int
	// Rule is the text of a damaged CEL rule, "" if it is gone, or none.
	Rule string

	id   string
	way  []step
	edit func(*schema.Schema) bool
}

// ID tells a mutant from others of the same CRD. It is that of the same damage to another
// version, or to another file with that CRD.
func (m *Mutant) ID() string { return m.id }

// Path is where what is damaged stands in the CRD.
func (m *Mutant) Path() *finding.Path { return m.Constraint.Path }

// Of lists the mutants of a CRD, in the order of its served versions and of what stands in
// their schemas; the greater damage to one thing comes first. The server may refuse some.
func Of(c *crd.CustomResourceDefinition, by kube.Behaviour) []Mutant {
	var all []Mutant
	seen := map[string]bool{}
	for i := range c.Spec.Versions {
		v := &c.Spec.Versions[i]
		root := v.OpenAPISchema()
		if !v.Served || root == nil {
			continue
		}
		at := finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
		facts := schemafacts.Of(schema.NewTree(root, at), false)
		for _, of := range constraint.Of(facts, by) {
			n := &facts.Nodes[of.Node]
			d := &damager{constraint: of, schema: n.Schema, version: v.Name, way: wayTo(facts.Tree, n)}
			d.place = text(d.way)
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

// Damage returns a copy of a CRD with the damage, which shares with it what is not damaged;
// nil if it has nothing of the sort, as an older file with the CRD may not.
func (m *Mutant) Damage(c *crd.CustomResourceDefinition) *crd.CustomResourceDefinition {
	var out *crd.CustomResourceDefinition
	for i := range c.Spec.Versions {
		root := c.Spec.Versions[i].OpenAPISchema()
		if root == nil {
			continue
		}
		damaged := changed(root, m.way, m.edit)
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
