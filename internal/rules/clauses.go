package rules

import (
	"cmp"
	"slices"

	"github.com/crdtool/crdtool/internal/validate"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// all appends to nodes a node and what its allOf adds: schemas that hold for the
// same value.
func (v *Version) all(nodes []*schema.Node, n *schema.Node) []*schema.Node {
	nodes = append(nodes, n)
	if len(n.AllOf) == 0 {
		return nodes
	}
	for id := n.ID + 1; id < n.End; id = v.Tree.Nodes[id].End {
		if c := &v.Tree.Nodes[id]; c.Role == schema.RoleAllOf {
			nodes = v.all(nodes, c)
		}
	}
	return nodes
}

// clauses returns the schemas that hold for every value of a node outside of
// junctors: its own, its allOf, and what the allOf of those above says of it.
func (v *Version) clauses(n *schema.Node) []*schema.Node {
	nodes := v.all(nil, n)
	parent := v.Parent(n)
	if parent == nil {
		return nodes
	}
	for _, c := range v.clauses(parent)[1:] {
		if at := v.below(c, n); at != nil {
			nodes = v.all(nodes, at)
		}
	}
	return nodes
}

// below returns what a schema that holds for the parent of a node says of the
// node's values.
func (v *Version) below(c, n *schema.Node) *schema.Node {
	switch n.Role {
	case schema.RoleProperty:
		return v.Child(c, n.Name)
	case schema.RoleItems:
		return v.Items(c)
	}
	return nil
}

// clash finds why no value satisfies all of some nodes. The values are of the
// type that the spine gives them.
func (v *Version) clash(spine *schema.Node, nodes []*schema.Node) *clash {
	if spine.XIntOrString || spine.Type == "" || v.InMetadata(spine) {
		return nil
	}
	if c := v.rangeClash(spine, nodes); c != nil {
		return c
	}
	return enumsClash(spine, nodes)
}

// rangeClash is clash without a look at enums.
func (v *Version) rangeClash(spine *schema.Node, nodes []*schema.Node) *clash {
	switch spine.Type {
	case "string":
		return cmp.Or(stringLengths.clash(nodes), v.patternsClash(nodes))
	case "integer", "number":
		return numbersClash(nodes, spine.Type == "integer")
	case "array":
		return itemCounts.clash(nodes)
	case "object":
		return cmp.Or(fieldCounts.clash(nodes), v.fieldsClash(spine, nodes))
	}
	return nil
}

// patternsClash compares the lengths of strings with those that their patterns
// match.
func (v *Version) patternsClash(nodes []*schema.Node) *clash {
	low, high := stringLengths.narrowest(nodes)
	if low == nil && high == nil {
		return nil
	}
	for _, n := range nodes {
		if n.Pattern == "" {
			continue
		}
		re := v.parsePattern(n.Pattern)
		if re == nil || neverMatches(re) {
			continue
		}
		at := &limit{keyword: "pattern", by: n}
		if least := shortest(re); high != nil && float64(least) > high.value {
			return clashOf(at, high, "no string passes both %s and pattern, which matches no fewer than %s", high, plural(least, "character"))
		}
		if most := longest(re); low != nil && starts(re) == every && stops(re) == every && float64(most) < low.value && most < unbounded {
			return clashOf(at, low, "no string passes both %s and pattern, which matches no more than %s", low, plural(most, "character"))
		}
	}
	return nil
}

// fieldsClash compares the bounds on the number of fields with those that are
// always there, and those that can be.
func (v *Version) fieldsClash(spine *schema.Node, nodes []*schema.Node) *clash {
	if v.resource(spine) || v.InMetadata(spine) {
		return nil
	}
	low, high := fieldCounts.narrowest(nodes)
	if low != nil && v.prunesUnknown(spine) && float64(spine.Properties.Len()) < low.value {
		return clashOf(low, low, "no object passes %s, since the schema declares %s", low, plural(spine.Properties.Len(), "field"))
	}
	if high == nil {
		return nil
	}
	var always []string
	for _, n := range nodes {
		for _, name := range n.Required {
			if !slices.Contains(always, name) {
				always = append(always, name)
			}
		}
	}
	for _, f := range spine.Properties.All() {
		if f.Schema.Default != nil && !slices.Contains(always, f.Name) {
			always = append(always, f.Name)
		}
	}
	if float64(len(always)) > high.value {
		return clashOf(high, high, "no object passes %s, since %s are always there, being required or having a default", high, plural(len(always), "field"))
	}
	return nil
}

// enumsClash looks for a value of an enum that all nodes accept.
func enumsClash(spine *schema.Node, nodes []*schema.Node) *clash {
	var by, with *schema.Node
	for _, n := range nodes {
		if len(n.Enum) > 0 && by == nil {
			by = n
		}
	}
	if by == nil {
		return nil
	}
	if loosens(spine.Type, by.Enum) {
		return nil
	}
	typ := &schema.Schema{Type: spine.Type}
	for _, value := range by.Enum {
		refused := value == nil || !accepts(typ, value)
		for _, n := range nodes {
			if !refused && !accepts(own(n), value) {
				refused = true
				if n != by {
					with = n
				}
			}
		}
		if !refused {
			return nil
		}
	}
	if with == nil {
		with = by
	}
	return &clash{by: by, with: with, keyword: "enum", why: "no value of this enum passes the other constraints"}
}

// loosens reports whether the server lets values pass an enum that are not in it:
// it turns each value into the Go type of the entry before it compares them, by
// which a number loses its fraction, and an integer becomes the character of that
// code.
func loosens(typ string, enum []any) bool {
	return slices.ContainsFunc(enum, func(e any) bool {
		switch e.(type) {
		case string:
			return typ == "integer" || typ == "number"
		case int64:
			return typ == "number"
		}
		return false
	})
}

// own is what a node says without its junctors.
func own(n *schema.Node) *schema.Schema {
	s := *n.Schema
	s.AllOf, s.AnyOf, s.OneOf, s.Not = nil, nil, nil, nil
	return &s
}

// accepts reports whether the server's validator has nothing against a value.
func accepts(s *schema.Schema, value any) bool { return len(refusals(s, value)) == 0 }

// refusals is what the server's validator has against a value.
func refusals(s *schema.Schema, value any) []string {
	var texts []string
	for _, f := range validate.Value("", nil, value, validate.ObjectSchema(s, kube.Latest.Behaviour())) {
		texts = append(texts, f.ServerMessage())
	}
	return texts
}
