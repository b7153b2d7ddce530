package schemadiff

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Change is a changed keyword of one place. Each name in required, each field in properties and each rule in
// x-kubernetes-validations is a change of its own.
type Change struct {
	// At is the place: the two nodes, of which at least one has the keyword.
	At      *Pair
	Keyword string
	// Name is the field in properties or required, or "".
	Name string
	// Before and After are the keyword's values, nil if it is absent: string, bool, int64, float64, a JSON value
	// (default, example), []any (enum), []string (x-kubernetes-list-map-keys), *schema.Schema (not, and an entry of
	// properties), []*schema.Schema (allOf, anyOf, oneOf), *schema.Items, *schema.SchemaOrBool, *schema.Properties,
	// schema.Dependencies, *schema.ExternalDocs, *schema.ValidationRule (one rule). For a required field the value is
	// true. If only the order of entries changed, they are the whole lists: []string of required,
	// []schema.ValidationRule of rules.
	Before, After any
	Effect        Effect

	// was and is are the indexes of an entry in its list, or -1.
	was, is int
}

// Path returns the path of the keyword in the new document, even if it was removed.
func (c *Change) Path() *finding.Path { return c.path(c.At.Path(), c.is) }

// OldPath returns the path of the keyword in the old document.
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

// Field returns the path in an object of the values that the change affects, such as spec.hosts[*].name; "" for the
// object itself.
func (c *Change) Field() string {
	field := c.At.Field()
	if c.Name == "" {
		return field
	}
	return strings.TrimPrefix(field+"."+c.Name, ".")
}

// Pair is a place of the old schema and its counterpart in the new one.
type Pair struct {
	// Old and New are the nodes, never nil and never inside of a junctor.
	Old, New *schematree.Node
	// Parent is the pair above, nil for the roots.
	Parent *Pair
	// Retyped is set if values of the old type may have a wrong type now.
	Retyped bool
	// Crossed is set if a declared field of one schema is compared with the values of a map in the other.
	Crossed bool

	old, new *schematree.Tree
}

// Incomparable reports whether each schema has values of the right type that have a wrong type in the other. Children
// are then not compared, since no value with children has the right type in both.
func (p *Pair) Incomparable() bool {
	return p.Retyped && !typesOf(p.New.Schema).within(typesOf(p.Old.Schema))
}

// Path returns the path of the node in the new document.
func (p *Pair) Path() *finding.Path { return p.new.Path(p.New.ID) }

// OldPath returns the path of the node in the old document.
func (p *Pair) OldPath() *finding.Path { return p.old.Path(p.Old.ID) }

// Field returns the path in an object of the values of the place, such as spec.hosts[*]; "" for the object itself.
func (p *Pair) Field() string {
	node, tree := p.New, p.new
	if p.Crossed && p.Old.Role == schematree.RoleProperty {
		node, tree = p.Old, p.old // the name is more specific than any key
	}
	var names []string
	for ; node.Parent >= 0; node = &tree.Nodes[node.Parent] {
		if node.Role == schematree.RoleProperty {
			names = append(names, "."+node.Name)
		} else {
			names = append(names, "[*]")
		}
	}
	slices.Reverse(names)
	return strings.TrimPrefix(strings.Join(names, ""), ".")
}
