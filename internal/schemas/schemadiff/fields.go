package schemadiff

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// required compares the names of required fields, one by one. It ignores that a default may set a field before
// validation.
func (w *walk) required(p *Pair) {
	was, is := p.Old.Required, p.New.Required
	if slices.Equal(was, is) {
		return
	}
	before := len(w.changes)
	requiredBefore, requiredNow := firstOf(was), firstOf(is)
	for i, name := range was {
		if _, stays := requiredNow[name]; !stays && requiredBefore[name] == i {
			c := w.add(p, "required", true, nil, effectOfRequired(p, name).Mirror())
			c.Name, c.was = name, i
		}
	}
	for i, name := range is {
		if _, stood := requiredBefore[name]; !stood && requiredNow[name] == i {
			c := w.add(p, "required", nil, true, effectOfRequired(p, name))
			c.Name, c.is = name, i
		}
	}
	if len(w.changes) == before {
		w.add(p, "required", list(was), list(is), Same)
	}
}

// firstOf returns the first index of each name in a list.
func firstOf(names []string) map[string]int {
	first := make(map[string]int, len(names))
	for i, name := range names {
		if _, again := first[name]; !again {
			first[name] = i
		}
	}
	return first
}

// effectOfRequired returns the effect of requiring a field. Every object in a request has apiVersion, kind and
// metadata.
func effectOfRequired(p *Pair, name string) Effect {
	if p.New.Role == schematree.RoleRoot && typeMeta(name) {
		return Same
	}
	return Narrows
}

// unknown is the treatment of fields that properties do not declare.
type unknown uint8

const (
	// refused: they are pruned, or refused by additionalProperties: false.
	refused unknown = iota
	// flat: additionalProperties: true keeps them, but prunes all fields inside.
	flat
	// values: additionalProperties has a schema for them.
	values
	// free: they may have any value.
	free
)

// unknownFields compares additionalProperties and x-kubernetes-preserve-unknown-fields, which together decide the
// treatment of fields without a schema. The schema of additionalProperties is compared as a child.
func (w *walk) unknownFields(p *Pair) {
	preserves := !same(p.Old.XPreserveUnknownFields, p.New.XPreserveUnknownFields)
	was, is := p.Old.AdditionalProperties, p.New.AdditionalProperties
	additional := (was == nil) != (is == nil) ||
		was != nil && (was.Allows != is.Allows || (was.Schema == nil) != (is.Schema == nil))
	if !preserves && !additional {
		return
	}
	e := effectOfUnknown(unknownOf(w.old, p.Old, ""), unknownOf(w.new, p.New, ""))
	if preserves {
		w.add(p, "x-kubernetes-preserve-unknown-fields", value(p.Old.XPreserveUnknownFields), value(p.New.XPreserveUnknownFields), e|w.ofItems(p))
	}
	if additional {
		if resource(p.Old) || resource(p.New) {
			e = Both // the server accepts no CRD with it there
		}
		w.add(p, "additionalProperties", orNil(was), orNil(is), e)
	}
}

// ofItems returns the effect of preserving unknown fields on the items of a list, which inherit it.
func (w *walk) ofItems(p *Pair) Effect {
	if (typesOf(p.Old.Schema)|typesOf(p.New.Schema))&array == 0 {
		return Same
	}
	return change(preserves(w.new, p.New), preserves(w.old, p.Old))
}

func effectOfUnknown(was, is unknown) Effect {
	switch {
	case was == is:
		return Same
	case was == refused || is == free:
		return Widens
	case was == free || is == refused:
		return Narrows
	}
	return Both
}

// unknownOf returns the treatment of fields without a schema in the objects of a node, or of one field with a name. It
// mirrors the pruning of k8s.io/apiextensions-apiserver pkg/apiserver/schema/pruning.
func unknownOf(t *schematree.Tree, n *schematree.Node, name string) unknown {
	if a := n.AdditionalProperties; a != nil {
		switch {
		case a.Schema != nil:
			return values
		case !a.Allows:
			return refused
		case !inMetadata(t, n):
			return flat
		}
		return free
	}
	if preserves(t, n) || resource(n) && typeMeta(name) || inMetadata(t, n) {
		return free
	}
	return refused
}

// preserves reports whether a node keeps unknown fields. A list that does so also does it for its items.
func preserves(t *schematree.Tree, n *schematree.Node) bool {
	for {
		if n.PreservesUnknownFields() {
			return true
		}
		if n.Role != schematree.RoleItems {
			return false
		}
		n = &t.Nodes[n.Parent]
	}
}

// resource reports whether objects of a node have apiVersion, kind and metadata, which the server does not prune.
func resource(n *schematree.Node) bool { return n.Role == schematree.RoleRoot || n.XEmbeddedResource }

func typeMeta(name string) bool { return name == "apiVersion" || name == "kind" || name == "metadata" }

// inMetadata reports whether a node is metadata of a resource, or below it.
func inMetadata(t *schematree.Tree, n *schematree.Node) bool {
	for n.Parent >= 0 {
		above := &t.Nodes[n.Parent]
		if n.Role == schematree.RoleProperty && n.Name == "metadata" && resource(above) {
			return true
		}
		n = above
	}
	return false
}

// added adds a field that only the new schema declares.
func (w *walk) added(p *Pair, n *schematree.Node) {
	c := w.add(p, "properties", nil, n.Schema, effectOfDeclaring(unknownOf(w.old, p.Old, n.Name), w.new, n))
	c.Name = n.Name
}

// removed adds a field that only the old schema declares.
func (w *walk) removed(p *Pair, n *schematree.Node) {
	c := w.add(p, "properties", n.Schema, nil, effectOfDeclaring(unknownOf(w.new, p.New, n.Name), w.old, n).Mirror())
	c.Name = n.Name
}

// effectOfDeclaring returns the effect of declaring a field, given its treatment before.
func effectOfDeclaring(before unknown, t *schematree.Tree, n *schematree.Node) (e Effect) {
	switch before {
	case refused:
		e = Widens
	case flat:
		e = Both
	case values:
		e = Same // the two schemas are compared as a pair
	case free:
		e = Narrows
	}
	for i := n.ID; i < n.End && before != values; i++ {
		if t.Nodes[i].Default != nil {
			return e | Meaning // objects get the default without setting it
		}
	}
	return e
}

func same[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// orNil converts a nil pointer to an untyped nil.
func orNil[T any](p *T) any {
	if p == nil {
		return nil
	}
	return p
}
