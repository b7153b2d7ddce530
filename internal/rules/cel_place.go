package rules

import (
	"slices"
	"strings"

	apiservercel "k8s.io/apiserver/pkg/cel"

	"github.com/crdtool/crdtool/schema"
)

// celPlace is where a value that an expression reads stands in its object.
type celPlace struct {
	// text tells places apart: it begins at self or oldSelf of the node with the
	// expression.
	text string
	// node is nil where the schema says nothing of what is there.
	node  *schema.Node
	above *celPlace
	// sure is set if the value is there whenever the one above is.
	sure bool
	// name is that of the field, or the key of the map.
	name string
}

// fieldAt returns the place of a field; of a map, that of the entry with this key.
func (v *Version) fieldAt(of *celPlace, name string) *celPlace {
	if plain, ok := apiservercel.Unescape(name); ok {
		name = plain
	}
	p := &celPlace{text: join(of.text, name), above: of, sure: true, name: name}
	if of.node == nil {
		return p
	}
	if (of.node.Parent < 0 || of.node.XEmbeddedResource) && slices.Contains([]string{"apiVersion", "kind", "metadata"}, name) {
		return p
	}
	if p.node = v.Child(of.node, name); p.node != nil {
		p.sure = v.Required(p.node) || p.node.Default != nil
		return p
	}
	if p.node = v.Values(of.node); p.node != nil {
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
func (v *Version) itemAt(of *celPlace, index string) *celPlace {
	p := &celPlace{text: of.text + "[" + index + "]", above: of, sure: true}
	if of.node != nil {
		if p.node = v.Items(of.node); p.node == nil {
			p.node = v.Values(of.node)
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
func (p *celPlace) neverEmpty() bool {
	if p.node == nil {
		return false
	}
	least := p.node.MinItems
	if p.node.AdditionalProperties != nil {
		least = p.node.MinProperties
	}
	return least != nil && *least > 0
}
