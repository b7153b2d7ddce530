package celfacts

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	apiservercel "k8s.io/apiserver/pkg/cel"
)

// Place is the place in an object of a value that an expression reads.
type Place struct {
	// text identifies the place: it begins with self or oldSelf of the expression's node.
	text string
	// Node is nil if the value has no schema.
	Node  *schematree.Node
	above *Place
	// sure is set if the value is present whenever the one above is.
	sure bool
	// Name is the name of the field, or the key of the map entry.
	Name string
}

// PlaceOf returns the place of a property in CEL rules of its object.
func (rs *Rules) PlaceOf(n *schematree.Node) *Place {
	above := rs.tree.Parent(n)
	return rs.fieldAt(&Place{text: "self." + rs.tree.FieldPath(above), Node: above, sure: true}, n.Name)
}

// fieldAt returns the place of a field, or of a map's entry with this key.
func (rs *Rules) fieldAt(of *Place, name string) *Place {
	if strings.Contains(name, "__") { // as all escapes contain
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

// join returns the text of a place below another. The text of the object itself ends in a dot.
func join(above, name string) string {
	if strings.HasSuffix(above, ".") {
		return above + name
	}
	return above + "." + name
}

// itemAt returns the place of an item of a list, or of a value of a map.
func (rs *Rules) itemAt(of *Place, index string) *Place {
	p := &Place{text: of.text + "[" + index + "]", above: of, sure: true}
	if of.Node != nil {
		if p.Node = rs.tree.Items(of.Node); p.Node == nil {
			p.Node = rs.tree.Values(of.Node)
		}
	}
	return p
}

// liesBelow reports whether a place is below another, by their texts.
func liesBelow(text, above string) bool {
	rest, ok := strings.CutPrefix(text, above)
	return ok && rest != "" && (rest[0] == '.' || rest[0] == '[' || strings.HasSuffix(above, "."))
}

// neverEmpty reports whether the schema requires an item in the list or map.
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
