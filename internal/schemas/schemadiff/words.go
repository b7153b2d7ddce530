package schemadiff

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// ObjectPath returns the path in an object of one value of the pair: in the first item of a list, or in an entry of a map.
func (p *Pair) ObjectPath() []finding.Segment {
	if p.Parent == nil {
		return nil
	}
	segments := p.Parent.ObjectPath()
	switch n := p.Old; n.Role {
	case schematree.RoleProperty:
		return append(segments, finding.Segment{Name: n.Name})
	case schematree.RoleItems:
		return append(segments, finding.Segment{IsIndex: true})
	}
	if n := p.New; n.Role == schematree.RoleProperty {
		return append(segments, finding.Segment{Name: n.Name}) // it was a value of a map
	}
	return append(segments, finding.Segment{Name: "example"})
}

// TypeOf returns the type of a schema in words.
func TypeOf(s *schema.Schema) string {
	switch {
	case s.XIntOrString:
		return "int-or-string"
	case s.Type == "":
		return "any type"
	}
	return s.Type
}

// Merged describes how lists or maps are merged, by the schema or by default; "" for another type.
func Merged(s *schema.Schema, typ string) string {
	switch typ {
	case "array":
		switch t := s.ListType(); t {
		case "", "atomic":
			return "an atomic list"
		case "map":
			keys := slices.Sorted(slices.Values(s.XListMapKeys()))
			return "a map with " + map[bool]string{true: "the key ", false: "the keys "}[len(keys) == 1] + strings.Join(keys, ", ")
		case "set":
			return "a set"
		default:
			return "an " + t + " list"
		}
	case "object":
		if s.MapType() == "atomic" {
			return "an atomic map"
		}
		return "a granular map"
	}
	return ""
}
