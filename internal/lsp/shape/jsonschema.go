package shape

import (
	"maps"
	"slices"
	"strings"

	"github.com/crdtool/crdtool/schema"
)

// fromJSONSchema converts the parts of a JSON Schema of draft-07 that completions need. References are resolved; the
// schema of the configuration has none that lead to themselves.
func fromJSONSchema(root, of map[string]any, depth int) *schema.Schema {
	s := &schema.Schema{}
	if depth > 20 {
		return s
	}
	if ref, ok := of["$ref"].(string); ok {
		target := any(root)
		for _, part := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
			object, _ := target.(map[string]any)
			target = object[part]
		}
		if object, ok := target.(map[string]any); ok {
			s = fromJSONSchema(root, object, depth+1)
		}
	}
	if text, ok := of["description"].(string); ok {
		s.Description = text
	}
	setType(s, of["type"])
	if enum, ok := of["enum"].([]any); ok {
		for _, v := range enum {
			if v == nil {
				s.Nullable = true
				continue
			}
			s.Enum = append(s.Enum, v)
		}
	}
	if v, ok := of["default"]; ok {
		s.Default = v
	}
	if text, ok := of["pattern"].(string); ok {
		s.Pattern = text
	}
	list, _ := of["required"].([]any)
	for _, name := range list {
		if text, ok := name.(string); ok {
			s.Required = append(s.Required, text)
		}
	}
	if properties, ok := of["properties"].(map[string]any); ok {
		var all []schema.Property
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if object, ok := properties[name].(map[string]any); ok {
				all = append(all, schema.Property{Name: name, Schema: fromJSONSchema(root, object, depth+1)})
			}
		}
		s.Properties = schema.NewProperties(all)
	}
	if object, ok := of["additionalProperties"].(map[string]any); ok {
		s.AdditionalProperties = &schema.SchemaOrBool{Allows: true, Schema: fromJSONSchema(root, object, depth+1)}
	}
	if object, ok := of["items"].(map[string]any); ok {
		s.Items = &schema.Items{Schema: fromJSONSchema(root, object, depth+1)}
	}
	if branches, ok := of["anyOf"].([]any); ok {
		b := s.OwnBranches()
		for _, branch := range branches {
			if object, ok := branch.(map[string]any); ok {
				b.AnyOf = append(b.AnyOf, fromJSONSchema(root, object, depth+1))
			}
		}
	}
	return s
}

// setType sets the type to the first one that is not null.
func setType(s *schema.Schema, v any) {
	switch v := v.(type) {
	case string:
		s.Type = v
	case []any:
		for _, t := range v {
			if t == "null" {
				s.Nullable = true
			} else if text, ok := t.(string); ok && s.Type == "" {
				s.Type = text
			}
		}
	}
}
