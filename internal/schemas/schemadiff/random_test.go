package schemadiff_test

import (
	"math/rand"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

// maker makes schemas and values at random, so small and so crowded that keywords
// often get in each other's way.
type maker struct{ *rand.Rand }

func pick[T any](m maker, of ...T) T { return of[m.Intn(len(of))] }

func (m maker) in(n int) bool { return m.Intn(n) == 0 }

func ptr[T any](v T) *T { return &v }

// some is a pointer to one of some values, or nil.
func some[T any](m maker, of ...T) *T {
	if m.in(2) {
		return nil
	}
	return ptr(pick(m, of...))
}

// object makes a root: an object with fields.
func (m maker) object() *schema.Schema {
	s := &schema.Schema{Type: "object", Properties: m.fields(2)}
	if m.in(6) {
		s.Properties = schema.NewProperties(append(s.Properties.All(), schema.Property{Name: "metadata", Schema: m.node(1)}))
	}
	return s
}

func (m maker) fields(depth int) *schema.Properties {
	var list []schema.Property
	for _, name := range []string{"a", "b", "c"} {
		if !m.in(3) {
			list = append(list, schema.Property{Name: name, Schema: m.node(depth - 1)})
		}
	}
	m.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return schema.NewProperties(list)
}

// node makes a schema that gives structure.
func (m maker) node(depth int) *schema.Schema {
	s := m.keywords()
	s.Type = pick(m, "string", "integer", "number", "boolean", "array", "array", "object", "object", "object", "")
	s.XIntOrString = s.Type == "" && m.in(2)
	s.Nullable = m.in(4)
	if m.in(6) || s.Type == "" && !s.XIntOrString {
		s.XPreserveUnknownFields = ptr(!m.in(9))
	}
	s.XEmbeddedResource = s.Type == "object" && m.in(12)
	if s.Type == "array" || s.Type == "" && m.in(3) {
		if !m.in(6) {
			s.Items = &schema.Items{Schema: m.node(depth - 1)}
		}
		s.OwnRare().XListType = some(m, "atomic", "set", "map")
		if s.ListType() == "map" {
			s.OwnRare().XListMapKeys = pick(m, []string{"a"}, []string{"b"}, []string{"a", "b"}, []string{"b", "a"})
		}
	}
	if depth > 0 && (s.Type == "object" || s.Type == "") {
		switch m.Intn(5) {
		case 0:
			s.AdditionalProperties = &schema.SchemaOrBool{Allows: true, Schema: m.node(depth - 1)}
		case 1:
			s.AdditionalProperties = &schema.SchemaOrBool{Allows: !m.in(3)}
			s.Properties = m.fields(depth)
		default:
			s.Properties = m.fields(depth)
		}
	}
	branches := s.OwnBranches()
	for _, junctor := range []*[]*schema.Schema{&branches.AllOf, &branches.AnyOf, &branches.OneOf} {
		if m.in(6) {
			for range 1 + m.Intn(2) {
				*junctor = append(*junctor, m.keywords())
			}
		}
	}
	if m.in(8) {
		s.Not = m.keywords()
	}
	return s
}

// keywords makes a schema of keywords that check values.
func (m maker) keywords() *schema.Schema {
	s := &schema.Schema{}
	for range 1 + m.Intn(3) {
		switch m.Intn(9) {
		case 0:
			s.Maximum, s.ExclusiveMaximum = some(m, 0, 0.5, 1, 1.5, 2.5, 1<<40), m.in(2)
		case 1:
			s.Minimum, s.ExclusiveMinimum = some(m, -1, -0.5, 0, 0.5, 1, 1.5), m.in(2)
		case 2:
			s.MaxLength, s.MinLength = some[int64](m, 0, 1, 3), some[int64](m, -1, 0, 1, 2)
		case 3:
			s.MaxItems, s.MinItems = some[int64](m, 0, 1, 3), some[int64](m, 0, 1, 2)
		case 4:
			rare := s.OwnRare()
			rare.MaxProperties, rare.MinProperties = some[int64](m, 0, 1, 3), some[int64](m, 0, 1, 2)
		case 5:
			s.Pattern = pick(m, "", "^a", "b$", "^a?b*$")
			s.Format = pick(m, "", "date", "int32", "int64", "float", "double", "uuid", "unheard-of")
		case 6:
			s.Enum = pick(m, nil, []any{"a"}, []any{"a", int64(1)}, []any{int64(1), "a"}, []any{int64(1), 2.5, nil}, []any{"a", "a"}, []any{map[string]any{"a": "a"}, "ab"})
		case 7:
			s.Required = pick(m, nil, []string{"a"}, []string{"a", "b"}, []string{"b", "a"}, []string{"a", "a"})
		case 8:
			s.OwnRare().MultipleOf, s.UniqueItems = some(m, 0.5, 1, 2, 3), m.in(3)
		}
	}
	return s
}

// edit changes some keywords in a copy of a schema.
func (m maker) edit(s *schema.Schema, times int) *schema.Schema {
	s = clone(s)
	for range times {
		m.editOne(s)
	}
	return s
}

func (m maker) editOne(root *schema.Schema) {
	var nodes []*schema.Schema
	for _, n := range schematree.New(root, nil).Nodes {
		if !n.Nested {
			nodes = append(nodes, n.Schema)
		}
	}
	s := nodes[m.Intn(len(nodes))]
	switch m.Intn(5) {
	case 0: // another field
		list := slices.Clone(s.Properties.All())
		if len(list) > 0 && m.in(2) {
			i := m.Intn(len(list))
			list = slices.Delete(list, i, i+1)
		} else if name := pick(m, "a", "b", "c", "d", "kind"); s.Property(name) == nil {
			list = append(list, schema.Property{Name: name, Schema: m.node(1)})
		}
		s.Properties = schema.NewProperties(list)
	case 1: // a keyword of another schema
		from := pick(m, m.node(1), m.keywords())
		k := pick(m, schematest.Keywords()...)
		for slices.Contains(refused, k.Name) || s == root && k.Name == "type" {
			k = pick(m, schematest.Keywords()...)
		}
		k.Copy(s, from)
	case 2: // no longer
		k := pick(m, schematest.Keywords()...)
		if s != root || k.Name != "type" {
			k.Copy(s, &schema.Schema{})
		}
	case 3: // a branch
		branches := s.OwnBranches()
		junctor := pick(m, &branches.AllOf, &branches.AnyOf, &branches.OneOf)
		if len(*junctor) > 0 && m.in(2) {
			i := m.Intn(len(*junctor))
			*junctor = slices.Delete(*junctor, i, i+1)
		} else {
			*junctor = append(*junctor, m.keywords())
		}
	case 4:
		k := m.keywords()
		for _, w := range schematest.Keywords() {
			if v := w.Value(k); v != nil && !isZero(v) {
				w.Copy(s, k)
			}
		}
	}
}

// refused are the keywords that the server takes in no schema.
var refused = []string{"id", "$schema", "$ref", "definitions", "patternProperties", "dependencies", "additionalItems"}

// value makes a value that a schema might take, and often does not.
func (m maker) value(s *schema.Schema, depth int) any {
	if s == nil || m.in(8) {
		s = &schema.Schema{Type: pick(m, "string", "integer", "number", "boolean", "array", "object")}
	}
	if m.in(12) {
		return nil
	}
	if len(s.Enum) > 0 && m.in(2) {
		return pick(m, s.Enum...)
	}
	typ := s.Type
	if s.XIntOrString {
		typ = pick(m, "integer", "string")
	}
	if typ == "" {
		typ = pick(m, "string", "integer", "array", "object")
	}
	switch typ {
	case "string":
		return pick(m, "", "a", "ab", "b", "abc", "2020-02-02", "é")
	case "integer":
		return pick(m, any(int64(-1)), any(int64(0)), any(int64(1)), any(int64(2)), any(int64(6)), any(int64(1<<40)), any(1.0))
	case "number":
		return pick(m, -1.0, 0, 0.5, 1, 2.5, 3, 1e300)
	case "boolean":
		return m.in(2)
	case "array":
		list := []any{}
		for range m.Intn(4) {
			if depth > 0 {
				list = append(list, m.value(s.ItemSchema(), depth-1))
			}
		}
		return list
	}
	return m.fieldValues(s, depth)
}

func (m maker) fieldValues(s *schema.Schema, depth int) map[string]any {
	object := map[string]any{}
	if s.XEmbeddedResource && !m.in(4) {
		object["apiVersion"], object["kind"] = "v1", "A"
	}
	for _, name := range []string{"a", "b", "c", "z", "kind"} {
		p := s.Property(name)
		if p == nil {
			p = s.ValueSchema()
		}
		if chance := 2; p != nil && m.in(chance) || p == nil && m.in(8) {
			if depth > 0 {
				object[name] = m.value(p, depth-1)
			}
		}
	}
	return object
}
