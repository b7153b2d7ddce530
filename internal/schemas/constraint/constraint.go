// Package constraint lists the constraints of a schema: each bound, pattern, required field, enum value, CEL rule and
// default. Tests of a CRD are measured by this list: coverage reports the constraints that requests reach, mutation
// removes one at a time, and generated tests have a case for each.
//
// The type of a value is not in the list: it is hardly ever tested, and clients written in Go cannot send another type.
package constraint

import (
	"strconv"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/coretypes"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// Effect is the effect of a constraint on requests.
type Effect string

const (
	// Refuses means that it refuses objects: tests should have an accepted and a refused one.
	Refuses Effect = "refuses"
	// Allows means that it accepts values that would be refused without it, such as one value of an enum.
	Allows Effect = "allows"
	// Fills means that it sets an absent value.
	Fills Effect = "fills"
	// Drops means that it removes fields that are not in the schema.
	Drops Effect = "drops"
)

// Constraint is one constraint of a schema.
type Constraint struct {
	// Keyword is the keyword in the schema. With Drops, it is "properties" or "additionalProperties", whose fields are
	// kept.
	Keyword string
	Effect  Effect
	// Node is the node of the schema in its tree.
	Node int32
	// Index is the index in enum, required, x-kubernetes-validations, oneOf or anyOf; -1 for other keywords, and for an
	// enum as a whole.
	Index int
	// Value is the value of the keyword, or of the item in its list.
	Value any
	// Rule is the CEL rule; nil for other constraints.
	Rule *schema.ValidationRule
	// Path is the path in the CRD.
	Path *finding.Path
	// Given reports that the constraint belongs to a type of the Kubernetes API or to an embedded resource, which the
	// authors of the CRD need not test.
	Given bool
	// Field is the path of the values, such as spec.ports[*].name; "" is the object.
	Field string
}

// Key identifies the constraint in its schema, and in a schema that was changed elsewhere.
func (c *Constraint) Key() string {
	return c.Path.Server() + " " + string(c.Effect)
}

// String returns a name for messages, as in "spec.ports[*].port maximum 65535".
func (c *Constraint) String() string {
	of := c.Field
	if of == "" {
		of = "the object"
	}
	of += " " + c.Keyword
	if c.Rule != nil {
		return of + "[" + strconv.Itoa(c.Index) + "]"
	}
	return of
}

// Of returns the constraints of a schema, in the order of its nodes and their keywords. It skips keywords inside of
// oneOf, anyOf and not; each branch of oneOf and anyOf is a constraint, and not as a whole. It includes the formats
// that the server checks.
func Of(t *schemafacts.Tree, by behaviour.Behaviour) []Constraint {
	return list(t, by, (*lister).schema)
}

// Rules returns only the CEL rules, which is faster.
func Rules(t *schemafacts.Tree) []Constraint {
	return list(t, behaviour.Behaviour{}, (*lister).rules)
}

func list(t *schemafacts.Tree, by behaviour.Behaviour, add func(*lister)) []Constraint {
	var all []Constraint
	given := givenBelow(t)
	for i := int32(0); i < int32(len(t.Nodes)); {
		n := &t.Nodes[i]
		switch n.Role {
		case schematree.RoleRoot, schematree.RoleItems, schematree.RoleProperty, schematree.RoleAdditionalProperties, schematree.RoleAllOf:
		default:
			i = n.End
			continue
		}
		l := lister{tree: t, by: by, node: n}
		add(&l)
		for j := range l.all {
			c := &l.all[j]
			c.Given = n.Parent >= 0 && given[n.Parent] || (c.Keyword == "required" || c.Effect == Drops) && typed(n)
		}
		all = append(all, l.all...)
		i++
	}
	return all
}

// givenBelow reports for each node whether its children belong to a type of the Kubernetes API, such as a container, or
// to an embedded resource.
func givenBelow(t *schemafacts.Tree) []bool {
	given := make([]bool, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		given[i] = n.Parent >= 0 && given[n.Parent] || n.XEmbeddedResource || typed(n)
	}
	return given
}

// typed reports whether a node is a type of the Kubernetes API.
func typed(n *schematree.Node) bool {
	return n.Role != schematree.RoleRoot && n.Properties.Len() > 0 && coretypes.Is(n.Properties)
}
