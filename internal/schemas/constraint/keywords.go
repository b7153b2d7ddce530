package constraint

import (
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// A lister collects the constraints of one schema.
type lister struct {
	tree *schemafacts.Tree
	by   behaviour.Behaviour
	node *schematree.Node
	all  []Constraint
}

// schema adds the constraints of the schema's own keywords.
func (l *lister) schema() {
	n := l.node
	l.values()
	l.sizes()
	for i, name := range n.Required {
		l.item("required", Refuses, i, name)
	}
	if n.XListType() != nil && *n.XListType() != "atomic" {
		l.keyword("x-kubernetes-list-type", Refuses, *n.XListType())
	}
	if n.XEmbeddedResource {
		l.keyword("x-kubernetes-embedded-resource", Refuses, true)
	}
	if n.Not != nil {
		l.keyword("not", Refuses, nil)
	}
	l.branches("oneOf", n.OneOf())
	l.branches("anyOf", n.AnyOf())
	if n.Default != nil {
		l.keyword("default", Fills, n.Default)
	}
	l.unknown()
	l.rules()
}

// rules adds the CEL rules.
func (l *lister) rules() {
	n := l.node
	for i := range n.XValidations() {
		r := &n.XValidations()[i]
		l.item("x-kubernetes-validations", Refuses, i, r.Rule)
		l.all[len(l.all)-1].Rule = r
	}
}

// values adds the constraints on values.
func (l *lister) values() {
	n := l.node
	if len(n.Enum) > 0 {
		l.keyword("enum", Refuses, n.Enum)
	}
	for i, v := range n.Enum {
		l.item("enum", Allows, i, v)
	}
	if n.Nullable {
		l.keyword("nullable", Allows, true)
	}
	if n.Pattern != "" {
		l.keyword("pattern", Refuses, n.Pattern)
	}
	if l.checked(n.Format) {
		l.keyword("format", Refuses, n.Format)
	}
	for _, b := range []struct {
		keyword string
		limit   *float64
	}{{"minimum", n.Minimum}, {"maximum", n.Maximum}, {"multipleOf", n.MultipleOf()}} {
		if b.limit != nil {
			l.keyword(b.keyword, Refuses, *b.limit)
		}
	}
}

// checked reports whether the server refuses any value for a format. It knows password and the formats of numbers, but
// accepts all values.
func (l *lister) checked(format string) bool {
	return format != "" && format != "password" && l.node.Type != "integer" && l.node.Type != "number" &&
		l.by.Formats.Known(l.node.Type, format)
}

// sizes adds the bounds of lengths and counts.
func (l *lister) sizes() {
	n := l.node
	for _, b := range []struct {
		keyword string
		limit   *int64
	}{
		{"minLength", n.MinLength},
		{"maxLength", n.MaxLength},
		{"minItems", n.MinItems},
		{"maxItems", n.MaxItems},
		{"minProperties", n.MinProperties()},
		{"maxProperties", n.MaxProperties()},
	} {
		if b.limit != nil {
			l.keyword(b.keyword, Refuses, *b.limit)
		}
	}
}

// branches adds oneOf or anyOf, and its branches.
func (l *lister) branches(keyword string, list []*schema.Schema) {
	if len(list) == 0 || keyword == "anyOf" && l.node.XIntOrString {
		return // the types of x-kubernetes-int-or-string that generators write
	}
	l.keyword(keyword, Refuses, nil)
	for i := range list {
		l.item(keyword, Allows, i, nil)
	}
}

// unknown adds the treatment of fields that the schema does not declare.
func (l *lister) unknown() {
	n := l.node
	switch {
	case n.Nested || n.Type != "object":
	case n.PreservesUnknownFields():
		l.keyword("x-kubernetes-preserve-unknown-fields", Allows, true)
	case n.Properties.Len() > 0 && l.tree.PrunesUnknown(n):
		l.keyword("properties", Drops, nil)
	}
}

func (l *lister) keyword(name string, effect Effect, value any) {
	l.add(Constraint{Keyword: name, Effect: effect, Index: -1, Value: value})
}

func (l *lister) item(name string, effect Effect, i int, value any) {
	l.add(Constraint{Keyword: name, Effect: effect, Index: i, Value: value})
}

func (l *lister) add(c Constraint) {
	c.Node, c.Field, c.Path = l.node.ID, l.tree.FieldPath(l.node), l.tree.Path(l.node.ID).Child(c.Keyword)
	if c.Index >= 0 {
		c.Path = c.Path.Index(c.Index)
	}
	l.all = append(l.all, c)
}
