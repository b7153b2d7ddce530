package openapiv3

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/openapiv3/resource"
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

// key writes a key of the object that is being written. All keys begin with a
// comma, the first of which close makes the brace.
func (w *writer) key(name string) {
	w.b = append(w.b, ',')
	w.text(name)
	w.b = append(w.b, ':')
}

// close ends the object whose keys begin at open.
func (w *writer) close(open int) {
	if len(w.b) == open {
		w.b = append(w.b, '{', '}')
		return
	}
	w.b[open] = '{'
	w.b = append(w.b, '}')
}

func (w *writer) textKey(name, value string) {
	if value != "" {
		w.key(name)
		w.text(value)
	}
}

func (w *writer) flag(name string, set bool) {
	if set {
		w.key(name)
		w.b = append(w.b, "true"...)
	}
}

func (w *writer) count(name string, n *int64) {
	if n != nil {
		w.key(name)
		w.b = strconv.AppendInt(w.b, *n, 10)
	}
}

func (w *writer) number(name string, n *float64) {
	if n != nil {
		w.key(name)
		w.float(*n)
	}
}

// float writes a number as JavaScript does, which leaves very large and very
// small ones to MarshalJSON.
func (w *writer) float(n float64) {
	if abs := math.Abs(n); n != 0 && (abs < 1e-6 || abs >= 1e21) || math.IsNaN(n) {
		w.unknown = true
	}
	w.b = strconv.AppendFloat(w.b, n, 'f', -1, 64)
}

// value writes what stands in defaults, enums, examples and extensions.
func (w *writer) value(v any) {
	switch v := v.(type) {
	case nil:
		w.b = append(w.b, "null"...)
	case string:
		w.text(v)
	case bool:
		w.b = strconv.AppendBool(w.b, v)
	case int64:
		w.b = strconv.AppendInt(w.b, v, 10)
	case float64:
		w.float(v)
	case []any:
		writeList(w, v, w.value)
	case []string:
		writeList(w, v, w.text)
	case map[string]any:
		open := len(w.b)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			w.key(name)
			w.value(v[name])
		}
		w.close(open)
	case []resource.ValidationRule:
		writeList(w, v, w.rule)
	default:
		w.unknown = true
	}
}

func writeList[T any](w *writer, list []T, write func(T)) {
	w.b = append(w.b, '[')
	for i, e := range list {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		write(e)
	}
	w.b = append(w.b, ']')
}

func (w *writer) rule(r resource.ValidationRule) {
	open := len(w.b)
	w.key("rule")
	w.text(r.Rule)
	w.textKey("message", r.Message)
	w.textKey("messageExpression", r.MessageExpression)
	if r.Reason != nil {
		w.textKey("reason", *r.Reason)
	}
	w.textKey("fieldPath", r.FieldPath)
	if r.OptionalOldSelf != nil {
		w.key("optionalOldSelf")
		w.b = strconv.AppendBool(w.b, *r.OptionalOldSelf)
	}
	w.close(open)
}

// text writes a string. Only what must be is escaped.
func (w *writer) text(s string) {
	const hex = "0123456789abcdef"
	w.unknown = w.unknown || !utf8.ValidString(s)
	w.b = append(w.b, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		w.b = append(w.b, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			w.b = append(w.b, '\\', c)
		case '\b':
			w.b = append(w.b, '\\', 'b')
		case '\f':
			w.b = append(w.b, '\\', 'f')
		case '\n':
			w.b = append(w.b, '\\', 'n')
		case '\r':
			w.b = append(w.b, '\\', 'r')
		case '\t':
			w.b = append(w.b, '\\', 't')
		default:
			w.b = append(w.b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	w.b = append(w.b, s[start:]...)
	w.b = append(w.b, '"')
}

// isEmpty reports whether a value is written as null or as an empty string, list
// or object, which kube-openapi leaves out of examples.
func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}
