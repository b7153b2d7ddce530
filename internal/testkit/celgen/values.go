package celgen

import (
	"github.com/crdtool/crdtool/internal/testkit/steer"
	"github.com/crdtool/crdtool/schema"
)

// Wide is a type with everything that a schema can give to rules.
func Wide() *schema.Schema {
	yes := true
	text := func(format string) *schema.Schema { return &schema.Schema{Type: "string", Format: format} }
	number := &schema.Schema{Type: "integer"}
	list := func(of *schema.Schema) *schema.Schema {
		return &schema.Schema{Type: "array", Items: &schema.Items{Schema: of}}
	}
	values := func(of *schema.Schema) *schema.Schema {
		return &schema.Schema{Type: "object", AdditionalProperties: &schema.SchemaOrBool{Allows: true, Schema: of}}
	}
	object := func(p ...schema.Property) *schema.Schema {
		return &schema.Schema{Type: "object", Properties: schema.NewProperties(p)}
	}
	item := object(schema.Property{Name: "name", Schema: text("")}, schema.Property{Name: "port", Schema: number}, schema.Property{Name: "x-y", Schema: text("")})
	keyed := list(item)
	byKey, unique := "map", "set"
	keyed.Rare = &schema.Rare{XListType: &byKey, XListMapKeys: []string{"name"}}
	set := list(text(""))
	set.OwnRare().XListType = &unique
	return object(
		schema.Property{Name: "a", Schema: number}, schema.Property{Name: "b", Schema: &schema.Schema{Type: "boolean"}},
		schema.Property{Name: "c", Schema: &schema.Schema{Type: "number"}}, schema.Property{Name: "s", Schema: text("")},
		schema.Property{Name: "t", Schema: text("date-time")}, schema.Property{Name: "d", Schema: text("duration")},
		schema.Property{Name: "y", Schema: text("byte")}, schema.Property{Name: "x", Schema: &schema.Schema{XIntOrString: true}},
		schema.Property{Name: "l", Schema: list(text(""))}, schema.Property{Name: "n", Schema: list(number)}, schema.Property{Name: "ll", Schema: list(list(number))},
		schema.Property{Name: "o", Schema: list(item)}, schema.Property{Name: "keyed", Schema: keyed}, schema.Property{Name: "set", Schema: set},
		schema.Property{Name: "m", Schema: values(text(""))}, schema.Property{Name: "ml", Schema: values(list(text("")))}, schema.Property{Name: "mo", Schema: values(item)},
		schema.Property{Name: "namespace", Schema: text("")}, schema.Property{Name: "i", Schema: item},
		schema.Property{Name: "e", Schema: &schema.Schema{Type: "object", XEmbeddedResource: true, XPreserveUnknownFields: &yes}},
	)
}

// Value returns a value of a schema, in which some fields are absent.
func Value(c *steer.Choices, s *schema.Schema) any {
	switch {
	case s.XIntOrString:
		return steer.From[any](c, int64(1), "x", int64(80), "80%")
	case s.XEmbeddedResource:
		return map[string]any{"apiVersion": "v1", "kind": steer.From(c, "A", "B"), "metadata": map[string]any{"name": steer.From(c, "a", "b")}}
	case s.Type == "integer":
		return steer.From[any](c, int64(0), int64(1), int64(2), int64(-1), int64(7), int64(1)<<62)
	case s.Type == "boolean":
		return c.Of(2) == 0
	case s.Type == "number":
		return steer.From(c, 0.5, 1.0, -2.25, 1e300)
	case s.Format == "date-time":
		return steer.From(c, "2024-01-01T00:00:00Z", "1999-12-31T23:59:59.5+02:00")
	case s.Format == "duration":
		return steer.From(c, "1s", "1h30m", "-5ms")
	case s.Format == "byte":
		return steer.From(c, "aGk=", "", "/w==")
	case s.Type == "string":
		return steer.From(c, "a", "", "abc", "x", "10.0.0.1", "1.2.3", "100Mi", "k", "Ünicode", "a,b", "(", "https://a.b:1/c")
	case s.Type == "array":
		items := []any{}
		for n := c.Of(5); n > 0; n-- {
			items = append(items, Value(c, s.Items.Schema))
		}
		return items
	}
	object := map[string]any{}
	if s.AdditionalProperties != nil {
		for _, key := range []string{"k", "a", "b"} {
			if c.Seldom(3) {
				object[key] = Value(c, s.AdditionalProperties.Schema)
			}
		}
		return object
	}
	for _, p := range s.Properties.All() {
		if !c.Seldom(4) {
			object[p.Name] = Value(c, p.Schema)
		}
	}
	return object
}
