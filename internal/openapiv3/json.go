package openapiv3

import (
	"bytes"
	"maps"
	"slices"
	"strconv"

	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// JSON writes a document, byte for byte as its MarshalJSON and the server do,
// but several times as fast: schemas, which make up most of it, are written
// without reflection. What it does not know it leaves to MarshalJSON.
func JSON(doc *spec3.OpenAPI) ([]byte, error) {
	w := writer{}
	if doc.Components != nil && len(doc.Components.Schemas) > 0 {
		w.schemas(doc.Components.Schemas)
	}
	rest := *doc
	rest.Components = nil
	head, err := rest.MarshalJSON()
	if err != nil {
		return nil, err
	}
	others := doc.ExternalDocs != nil || len(doc.SecurityRequirement) > 0 // would stand behind the schemas
	if w.b == nil || w.unknown || others || !onlySchemas(doc.Components) {
		return doc.MarshalJSON()
	}
	var b bytes.Buffer
	b.Grow(len(head) + len(w.b) + 40)
	b.Write(head[:len(head)-1])
	b.WriteString(`,"components":{"schemas":`)
	b.Write(w.b)
	b.WriteString("}}")
	return b.Bytes(), nil
}

// SchemaJSON writes a schema as JSON writes it in a document.
func SchemaJSON(s *spec.Schema) ([]byte, error) {
	w := writer{}
	if w.schema(s); w.unknown {
		return s.MarshalJSON()
	}
	return w.b, nil
}

// Text writes a string as a document has it.
func Text(s string) []byte {
	w := writer{}
	w.text(s)
	return w.b
}

func onlySchemas(c *spec3.Components) bool {
	return len(c.SecuritySchemes)+len(c.Responses)+len(c.Parameters)+len(c.Examples)+len(c.RequestBodies)+len(c.Links)+len(c.Headers) == 0
}

// writer writes schemas of CRDs.
type writer struct {
	b []byte
	// unknown is set at anything that schemas of CRDs do not have.
	unknown bool
}

func (w *writer) schemas(all map[string]*spec.Schema) {
	w.b = append(w.b, '{')
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.text(name)
		w.b = append(w.b, ':')
		w.schema(all[name])
	}
	w.b = append(w.b, '}')
}

// schema writes the keywords in the order of the fields of kube-openapi's type.
func (w *writer) schema(s *spec.Schema) {
	if s.ID != "" || s.Schema != "" || s.PatternProperties != nil || s.Dependencies != nil || s.AdditionalItems != nil ||
		s.Definitions != nil || s.Discriminator != "" || s.ReadOnly || s.ExtraProps != nil {
		w.unknown = true
		return
	}
	start := len(w.b)
	w.textKey("description", s.Description)
	if len(s.Type) == 1 {
		w.textKey("type", s.Type[0])
	} else if len(s.Type) > 1 {
		w.unknown = true
	}
	w.flag("nullable", s.Nullable)
	w.textKey("format", s.Format)
	w.textKey("title", s.Title)
	if s.Default != nil {
		w.key("default")
		w.value(s.Default)
	}
	w.number("maximum", s.Maximum)
	w.flag("exclusiveMaximum", s.ExclusiveMaximum)
	w.number("minimum", s.Minimum)
	w.flag("exclusiveMinimum", s.ExclusiveMinimum)
	w.count("maxLength", s.MaxLength)
	w.count("minLength", s.MinLength)
	w.textKey("pattern", s.Pattern)
	w.count("maxItems", s.MaxItems)
	w.count("minItems", s.MinItems)
	w.flag("uniqueItems", s.UniqueItems)
	w.number("multipleOf", s.MultipleOf)
	if len(s.Enum) > 0 {
		w.key("enum")
		w.value(s.Enum)
	}
	w.count("maxProperties", s.MaxProperties)
	w.count("minProperties", s.MinProperties)
	if len(s.Required) > 0 {
		w.key("required")
		w.value(s.Required)
	}
	w.subschemas(s)
	if d := s.ExternalDocs; d != nil {
		w.key("externalDocs")
		open := len(w.b)
		w.textKey("description", d.Description)
		w.textKey("url", d.URL)
		w.close(open)
	}
	if !isEmpty(s.Example) {
		w.key("example")
		w.value(s.Example)
	}
	if ref := s.Ref.String(); ref != "" {
		w.textKey("$ref", ref)
	}
	w.extensions(s.Extensions)
	w.close(start)
}

func (w *writer) subschemas(s *spec.Schema) {
	if s.Items != nil {
		w.key("items")
		w.unknown = w.unknown || s.Items.Schemas != nil
		w.schema(s.Items.Schema)
	}
	w.list("allOf", s.AllOf)
	w.list("oneOf", s.OneOf)
	w.list("anyOf", s.AnyOf)
	if s.Not != nil {
		w.key("not")
		w.schema(s.Not)
	}
	if len(s.Properties) > 0 {
		w.key("properties")
		open := len(w.b)
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			p := s.Properties[name]
			w.key(name)
			w.schema(&p)
		}
		w.close(open)
	}
	if a := s.AdditionalProperties; a != nil {
		w.key("additionalProperties")
		if a.Schema != nil {
			w.schema(a.Schema)
		} else {
			w.b = strconv.AppendBool(w.b, a.Allows)
		}
	}
}

func (w *writer) list(name string, list []spec.Schema) {
	if len(list) == 0 {
		return
	}
	w.key(name)
	w.b = append(w.b, '[')
	for i := range list {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.schema(&list[i])
	}
	w.b = append(w.b, ']')
}

func (w *writer) extensions(all spec.Extensions) {
	if len(all) == 0 {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		w.key(name)
		w.value(all[name])
	}
}
