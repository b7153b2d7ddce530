package celcost

import (
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// Bound is a keyword that a schema lacks or has with a higher value.
type Bound struct {
	Node    int32
	Keyword string // maxItems, maxProperties or maxLength
	Value   int64
	// Path is the path of the keyword, even if the schema lacks it.
	Path *finding.Path
	// Field is the bounded field, as in spec.listeners[*].hostname.
	Field string
}

// Steps returns the numbers that people choose for bounds. No other numbers are suggested.
func Steps() []int64 {
	return []int64{1, 2, 4, 8, 16, 32, 63, 64, 100, 128, 253, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288}
}

// boundable is a node of a schema that can have a bound.
type boundable struct {
	node    int32
	keyword string
	scale   int64 // bytes or items of a value for each unit of the bound
	// has is the value that the keyword has now; nil if the schema lacks it.
	has *int64
	// steps are the values that reduce the size, in ascending order.
	steps []int64
}

// boundableAt returns how the values of a node can be bounded; nil if they cannot. knows are the sizes that the server
// derives from other keywords.
func boundableAt(t *schematree.Tree, id int32, knows behaviour.Sizes) *boundable {
	b := &boundable{node: id, scale: 1}
	switch s := t.Nodes[id].Schema; {
	case s.XIntOrString && !knows.IntOrStrings:
		return nil
	case s.XIntOrString:
		b.keyword, b.scale, b.has = "maxLength", bytesOfCharacter, s.MaxLength
	case s.Type == "string":
		switch s.Format {
		case "duration", "date", "date-time":
			return nil // the format limits the size
		case "byte":
			b.keyword, b.has = "maxLength", s.MaxLength
		default:
			if s.MaxLength == nil && len(s.Enum) > 0 && knows.Enums {
				return nil // the enum limits the size
			}
			b.keyword, b.scale, b.has = "maxLength", bytesOfCharacter, s.MaxLength
		}
	case s.Type == "array":
		b.keyword, b.has = "maxItems", s.MaxItems
	case s.Type == "object" && s.AdditionalProperties != nil:
		b.keyword, b.has = "maxProperties", s.MaxProperties()
	default:
		return nil
	}
	return b
}

// bytesOfCharacter is the number of bytes in UTF-8 that the server assumes for a character.
const bytesOfCharacter = 4

// below returns the steps with which a value is smaller than held: the bytes of a string or the items of a list.
func (b *boundable) below(held int64) []int64 {
	var steps []int64
	for _, step := range Steps() {
		if step*b.scale < held {
			steps = append(steps, step)
		}
	}
	return steps
}

// looseness returns how little a bound restricts, from 0 to 4.
func (b *boundable) looseness(value int64) int {
	if b.keyword == "maxLength" {
		value /= 4
	}
	switch {
	case value >= 64:
		return 4
	case value >= 32:
		return 3
	case value >= 16:
		return 2
	case value >= 8:
		return 1
	}
	return 0
}

// chosen maps nodes to the values of their bounds.
type chosen map[int32]int64

// withBounds returns a copy of a schema with bounds. The copy shares unchanged parts.
func withBounds(t *schematree.Tree, c chosen) *schema.Schema {
	copies := make(map[int32]*schema.Schema, len(c))
	var changed func(id int32) *schema.Schema
	changed = func(id int32) *schema.Schema {
		if s := copies[id]; s != nil {
			return s
		}
		n := &t.Nodes[id]
		s := *n.Schema
		copies[id] = &s
		if n.Parent < 0 {
			return &s
		}
		switch parent := changed(n.Parent); n.Role {
		case schematree.RoleItems:
			items := *parent.Items
			items.Schema = &s
			parent.Items = &items
		case schematree.RoleAdditionalProperties:
			values := *parent.AdditionalProperties
			values.Schema = &s
			parent.AdditionalProperties = &values
		case schematree.RoleProperty:
			list := slices.Clone(parent.Properties.All())
			for i := range list {
				if list[i].Name == n.Name {
					list[i].Schema = &s
				}
			}
			parent.Properties = schema.NewProperties(list)
		}
		return &s
	}
	root := changed(0)
	for id, value := range c {
		s := changed(id)
		switch {
		case s.XIntOrString || s.Type == "string":
			s.MaxLength = &value
		case s.Type == "array":
			s.MaxItems = &value
		default:
			s.OwnRare().MaxProperties = &value
		}
	}
	return root
}

// FieldOf returns the path in an object of a node's values.
func FieldOf(t *schematree.Tree, id int32) string {
	n := &t.Nodes[id]
	if n.Parent < 0 {
		return ""
	}
	within := FieldOf(t, n.Parent)
	switch n.Role {
	case schematree.RoleProperty:
		if within == "" {
			return n.Name
		}
		return within + "." + n.Name
	default:
		return within + "[*]"
	}
}

// list returns bounds in the order of the schema.
func (c chosen) list(t *schematree.Tree, at map[int32]*boundable) []Bound {
	bounds := make([]Bound, 0, len(c))
	for id, value := range c {
		keyword := at[id].keyword
		bounds = append(bounds, Bound{id, keyword, value, t.Path(id).Child(keyword), FieldOf(t, id)})
	}
	slices.SortFunc(bounds, func(a, b Bound) int { return int(a.Node) - int(b.Node) })
	return bounds
}
