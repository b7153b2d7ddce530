package celfacts

import (
	"slices"
	"strings"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/schema"
)

// Place is where a value that an expression reads stands in its object.
type Place struct {
	// text tells places apart: it begins at self or oldSelf of the node with the
	// expression.
	text string
	// Node is nil where the schema says nothing of what is there.
	Node  *schema.Node
	above *Place
	// sure is set if the value is there whenever the one above is.
	sure bool
	// Name is that of the field, or the key of the map.
	Name string
}

// PlaceOf returns the place of a property in the CEL rules of the objects above.
func (rs *Rules) PlaceOf(n *schema.Node) *Place {
	above := rs.tree.Parent(n)
	return rs.fieldAt(&Place{text: "self." + rs.tree.FieldPath(above), Node: above, sure: true}, n.Name)
}

// fieldAt returns the place of a field; of a map, that of the entry with this key.
func (rs *Rules) fieldAt(of *Place, name string) *Place {
	if strings.Contains(name, "__") { // as all escapes do
		if plain, ok := apiservercel.Unescape(name); ok {
			name = plain
		}
	}
	p := &Place{text: join(of.text, name), above: of, sure: true, Name: name}
	if of.Node == nil {
		return p
	}
	if (of.Node.Parent < 0 || of.Node.XEmbeddedResource) && slices.Contains([]string{"apiVersion", "kind", "metadata"}, name) {
		return p
	}
	if p.Node = rs.tree.Child(of.Node, name); p.Node != nil {
		p.sure = rs.tree.Required(p.Node) || p.Node.Default != nil
		return p
	}
	if p.Node = rs.tree.Values(of.Node); p.Node != nil {
		p.sure = false
	}
	return p
}

// join writes a place below another; that of the object itself ends in a dot.
func join(above, name string) string {
	if strings.HasSuffix(above, ".") {
		return above + name
	}
	return above + "." + name
}

// itemAt returns the place of some item of a list, or of some value of a map.
func (rs *Rules) itemAt(of *Place, index string) *Place {
	p := &Place{text: of.text + "[" + index + "]", above: of, sure: true}
	if of.Node != nil {
		if p.Node = rs.tree.Items(of.Node); p.Node == nil {
			p.Node = rs.tree.Values(of.Node)
		}
	}
	return p
}

// liesBelow reports whether the place of a text lies below the place of another.
func liesBelow(text, above string) bool {
	rest, ok := strings.CutPrefix(text, above)
	return ok && rest != "" && (rest[0] == '.' || rest[0] == '[' || strings.HasSuffix(above, "."))
}

// neverEmpty reports whether a list or map that is there has an item.
func (p *Place) neverEmpty() bool {
	if p.Node == nil {
		return false
	}
	least := p.Node.MinItems
	if p.Node.AdditionalProperties != nil {
		least = p.Node.MinProperties()
	}
	return least != nil && *least > 0
}
