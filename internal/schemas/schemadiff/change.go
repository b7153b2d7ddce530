package schemadiff

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

// Change is one keyword of one place that is not what it was. Of required there
// is one for each name, of properties one for each field, and of
// x-kubernetes-validations one for each rule; any other keyword is one change.
type Change struct {
	// At is the place: the two nodes that have, or had, the keyword.
	At      *Pair
	Keyword string
	// Name is the field that properties and required speak of, or "".
	Name string
	// Before and After are the keyword's values, nil where it says nothing: string,
	// bool, int64, float64, a JSON value (default, example), []any (enum),
	// []string (x-kubernetes-list-map-keys), *schema.Schema (not, and an entry of
	// properties), []*schema.Schema (allOf, anyOf, oneOf), *schema.Items,
	// *schema.SchemaOrBool, *schema.Properties, schema.Dependencies,
	// *schema.ExternalDocs, *schema.ValidationRule (one rule). For a field that
	// required names it is true. Where entries only moved they are the whole lists:
	// []string of required, []schema.ValidationRule of rules.
	Before, After any
	Effect        Effect

	// was and is are the places of an entry in its list, -1 where it is none.
	was, is int
}

// Path is where the keyword stands in the new document; if it is gone, where it
// would stand.
func (c *Change) Path() *finding.Path { return c.path(c.At.Path(), c.is) }

// OldPath is Path in the old document.
func (c *Change) OldPath() *finding.Path { return c.path(c.At.OldPath(), c.was) }

func (c *Change) path(node *finding.Path, entry int) *finding.Path {
	p := node.Child(c.Keyword)
	switch {
	case c.Keyword == "properties":
		return p.Key(c.Name)
	case entry >= 0:
		return p.Index(entry)
	}
	return p
}

// Field is where the values that the change is about stand in an object, such as
// spec.hosts[*].name; "" for the object itself.
func (c *Change) Field() string {
	field := c.At.Field()
	if c.Name == "" {
		return field
	}
	return strings.TrimPrefix(field+"."+c.Name, ".")
}

// Pair is a place of the old schema and what stands there in the new one.
type Pair struct {
	// Old and New are the nodes, none of them nil. They are inside of no junctor.
	Old, New *schema.Node
	// Parent is the pair above, nil for the roots.
	Parent *Pair
	// Retyped is set where values of the right type may now be of a wrong one.
	Retyped bool
	// Crossed is set where a field of one side stands beside the values of a map
	// on the other: what was any key is declared now, or is no longer.
	Crossed bool

	old, new *schema.Tree
}

// Incomparable reports whether values of the right type on either side may be of a
// wrong one on the other. What stands below is not compared then, for no value
// that has something there is of the right type on both.
func (p *Pair) Incomparable() bool {
	return p.Retyped && !typesOf(p.New.Schema).within(typesOf(p.Old.Schema))
}

// Path is where the node stands in the new document.
func (p *Pair) Path() *finding.Path { return p.new.Path(p.New.ID) }

// OldPath is where the node stands in the old document.
func (p *Pair) OldPath() *finding.Path { return p.old.Path(p.Old.ID) }

// Field is where the values of the place stand in an object, such as
// spec.hosts[*]; "" for the object itself.
func (p *Pair) Field() string {
	node, tree := p.New, p.new
	if p.Crossed && p.Old.Role == schema.RoleProperty {
		node, tree = p.Old, p.old // the name says more than that of any key
	}
	var names []string
	for ; node.Parent >= 0; node = &tree.Nodes[node.Parent] {
		if node.Role == schema.RoleProperty {
			names = append(names, "."+node.Name)
		} else {
			names = append(names, "[*]")
		}
	}
	slices.Reverse(names)
	return strings.TrimPrefix(strings.Join(names, ""), ".")
}
