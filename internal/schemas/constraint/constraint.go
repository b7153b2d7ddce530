// Package constraint lists what a schema decides about objects, one by one: each bound,
// pattern, required field, enum value, CEL rule and default. Tests of a CRD are measured by
// this list: coverage says which of them requests have met, mutation takes away one at a
// time, and generated tests have a case for each.
//
// The type of a value is not in the list: hardly anybody tests it, and clients written in
// Go cannot break it.
package constraint

import (
	"strconv"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemas/coretypes"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Effect is what a constraint does to requests.
type Effect string

const (
	// Refuses objects: tests should have one that passes and one that does not.
	Refuses Effect = "refuses"
	// Allows what is refused without it, such as one value of an enum.
	Allows Effect = "allows"
	// Fills in a value that is absent.
	Fills Effect = "fills"
	// Drops fields that are not in the schema.
	Drops Effect = "drops"
)

// Constraint is one thing that a schema decides.
type Constraint struct {
	// Keyword is the one of the schema. Of what Drops there is none in the schema: it is
	// "properties" or "additionalProperties", whose fields alone are kept.
	Keyword string
	Effect  Effect
	// Node is the schema in its tree.
	Node int32
	// Index is which of a list: of enum, required, x-kubernetes-validations, oneOf and anyOf;
	// -1 of other keywords, and of an enum as a whole.
	Index int
	// Value is that of the keyword, or of the list's item.
	Value any
	// Rule is the CEL rule if it is one.
	Rule *schema.ValidationRule
	// Path is where it stands in the CRD.
	Path *finding.Path
	// Given says that it is inside of a type of the Kubernetes API, or of an embedded resource,
	// which those who wrote the CRD did not make and need not test.
	Given bool
	// Field is where the values are, such as spec.ports[*].name; "" is the object.
	Field string
}

// Key tells the constraint from others of the same schema, also of one that was changed
// elsewhere.
func (c *Constraint) Key() string {
	return c.Path.Server() + " " + string(c.Effect)
}

// String names it for people, as in "spec.ports[*].port maximum 65535".
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

// Of lists the constraints of a schema, in the order of its nodes and their keywords. What
// stands inside of oneOf, anyOf and not is no constraint by itself: the branches of oneOf
// and anyOf are, and not as a whole. Formats are listed if that version of the server checks them.
func Of(t *schemafacts.Tree, by kube.Behaviour) []Constraint {
	return list(t, by, (*lister).schema)
}

// Rules lists only the CEL rules among them, which is quicker.
func Rules(t *schemafacts.Tree) []Constraint {
	return list(t, kube.Behaviour{}, (*lister).rules)
}

func list(t *schemafacts.Tree, by kube.Behaviour, add func(*lister)) []Constraint {
	var all []Constraint
	given := givenBelow(t)
	for i := int32(0); i < int32(len(t.Nodes)); {
		n := &t.Nodes[i]
		switch n.Role {
		case schema.RoleRoot, schema.RoleItems, schema.RoleProperty, schema.RoleAdditionalProperties, schema.RoleAllOf:
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

// givenBelow says of each node whether what is below it belongs to a type of the Kubernetes
// API, such as a container, or to an embedded resource.
func givenBelow(t *schemafacts.Tree) []bool {
	given := make([]bool, len(t.Nodes))
	for i := range t.Nodes {
		n := &t.Nodes[i]
		given[i] = n.Parent >= 0 && given[n.Parent] || n.XEmbeddedResource || typed(n)
	}
	return given
}

// typed reports whether a node is a type of the Kubernetes API.
func typed(n *schema.Node) bool {
	return n.Role != schema.RoleRoot && n.Properties.Len() > 0 && coretypes.Is(n.Properties)
}
