package shape

import (
	"encoding/json"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

// Decode reads the schema of a CRD from a decoded value, as far as it can be read: keywords with values of a wrong type
// are as if they were not there. It returns nil for a value that is no schema.
func Decode(value any) *schema.Schema {
	text, err := json.Marshal(map[string]any{
		"apiVersion": source.CRDAPIVersion, "kind": source.CRDKind,
		"spec": map[string]any{"versions": []any{map[string]any{"name": "v1", "schema": map[string]any{"openAPIV3Schema": value}}}},
	})
	if err != nil {
		return nil
	}
	f := source.Read("", text)
	if len(f.Documents) != 1 {
		return nil
	}
	c, _ := crd.Decode(f.Documents[0])
	if len(c.Spec.Versions) != 1 {
		return nil
	}
	return c.Spec.Versions[0].OpenAPISchema()
}

// Shallow returns the value of a schema without the schemas of its fields, whose names stay, and without those of its
// items' fields.
func Shallow(value any) any {
	s, ok := value.(map[string]any)
	if !ok {
		return value
	}
	out := make(map[string]any, len(s))
	for keyword, v := range s {
		switch keyword {
		case "properties":
			fields, _ := v.(map[string]any)
			names := make(map[string]any, len(fields))
			for name := range fields {
				names[name] = map[string]any{}
			}
			v = names
		case "items", "additionalProperties":
			v = Shallow(v)
		}
		out[keyword] = v
	}
	return out
}
