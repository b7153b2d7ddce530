package schema

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// MarshalJSON prints the schema as the server's messages do where a whole
// schema is the offending value: its internal type has no JSON names, so the
// fields appear under their Go names, every one of them.
func (s *Schema) MarshalJSON() ([]byte, error) { return marshal(s) }

// MarshalJSON prints a list of schemas under the internal type's name.
func (i *Items) MarshalJSON() ([]byte, error) { return marshal(i) }

// MarshalJSON prints a map, sorted by name as encoding/json does.
func (p *Properties) MarshalJSON() ([]byte, error) { return marshal(p) }

// MarshalJSON prints a map, as that of Properties does.
func (d Dependencies) MarshalJSON() ([]byte, error) { return marshal(d) }

func marshal(v any) ([]byte, error) {
	text, _ := QuotedInMessage(v, math.MaxInt)
	return text, nil
}

// QuotedInMessage is a value of this package as JSON in the server's messages. If that has more
// than most bytes it is not whole, and only the first of them are right. All fields of a schema are
// written, whether they are set or not, so that a file of 3 MiB may take hundreds.
func QuotedInMessage(v any, most int) (text []byte, whole bool) {
	m := message{most: most}
	m.value(v)
	return m.text, len(m.text) <= most
}

// message is the text of a value. Methods that write more of it do nothing once it is longer
// than most.
type message struct {
	text []byte
	most int
}

// messageField is a keyword of Schema in messages: `"Name":`, and what that is followed by if
// the keyword is not set.
type messageField struct {
	name, unset string
	at          place
}

var messageFields = sync.OnceValue(func() []messageField {
	parts := new(Schema).parts()
	fields := make([]messageField, len(internalFields))
	for i, at := range places() {
		unset, _ := json.Marshal(parts[at.part].Field(at.field).Interface())
		fields[i] = messageField{`"` + internalFields[i] + `":`, string(unset), at}
	}
	return fields
})

// manyBytes is how long a text is that is to have room for more than append gives it, which copies
// such a text many times.
const manyBytes = 1 << 20

func (m *message) add(text string) {
	if n := len(m.text); n >= manyBytes && n+len(text) > cap(m.text) {
		m.text = slices.Grow(m.text, max(len(text), min(3*n, m.most-n+manyBytes)))
	}
	m.text = append(m.text, text...)
}

func (m *message) schema(s *Schema) {
	if s == nil {
		m.add("null")
		return
	}
	parts := s.parts()
	separator := "{"
	for _, f := range messageFields() {
		if len(m.text) > m.most {
			return
		}
		m.add(separator)
		m.add(f.name)
		if v := parts[f.at.part].Field(f.at.field); v.IsZero() {
			m.add(f.unset)
		} else {
			m.value(v.Interface())
		}
		separator = ","
	}
	m.add("}")
}

// value writes what a field of a schema holds.
func (m *message) value(v any) {
	switch v := v.(type) {
	case *Schema:
		m.schema(v)
	case []*Schema:
		m.schemas(v)
	case *Items:
		m.add(`{"Schema":`)
		m.schema(v.Schema)
		m.add(`,"JSONSchemas":`)
		m.schemas(v.Schemas)
		m.add("}")
	case *SchemaOrBool:
		m.add(`{"Allows":` + strconv.FormatBool(v.Allows) + `,"Schema":`)
		m.schema(v.Schema)
		m.add("}")
	case *Properties:
		sorted := slices.Clone(v.List)
		slices.SortFunc(sorted, func(x, y Property) int { return strings.Compare(x.Name, y.Name) })
		m.object(len(sorted), func(i int) string { return sorted[i].Name }, func(i int) { m.schema(sorted[i].Schema) })
	case Dependencies:
		if v == nil {
			m.add("null")
			return
		}
		sorted := slices.Clone(v)
		slices.SortFunc(sorted, func(x, y Dependency) int { return strings.Compare(x.Name, y.Name) })
		m.object(len(sorted), func(i int) string { return sorted[i].Name }, func(i int) {
			m.add(`{"Schema":`)
			m.schema(sorted[i].Schema)
			m.add(`,"Property":`)
			m.value(sorted[i].Property)
			m.add("}")
		})
	default:
		text, _ := json.Marshal(v) // of strings, numbers and values of JSON, which can be written
		m.text = append(m.text, text...)
	}
}

func (m *message) schemas(list []*Schema) {
	if list == nil {
		m.add("null")
		return
	}
	m.add("[")
	for i, s := range list {
		if len(m.text) > m.most {
			return
		}
		if i > 0 {
			m.add(",")
		}
		m.schema(s)
	}
	m.add("]")
}

func (m *message) object(fields int, name func(i int) string, value func(i int)) {
	m.add("{")
	for i := range fields {
		if len(m.text) > m.most {
			return
		}
		if i > 0 {
			m.add(",")
		}
		m.value(name(i))
		m.add(":")
		value(i)
	}
	m.add("}")
}

// AllowedBesideStatus are the keywords, by the internal type's names, that the
// root of a schema may use when the status subresource is enabled.
var AllowedBesideStatus = []string{
	"Description", "Type", "Format", "Title", "Maximum", "ExclusiveMaximum", "Minimum",
	"ExclusiveMinimum", "MaxLength", "MinLength", "Pattern", "MaxItems", "MinItems", "UniqueItems",
	"MultipleOf", "Required", "Items", "Properties", "ExternalDocs", "Example",
	"XPreserveUnknownFields", "XValidations",
}

// FirstForbiddenBesideStatus returns the keyword, by its name in a file, that
// the server stops at when the status subresource is enabled: the first, in the
// order of its internal type, that is not among AllowedBesideStatus, or a type
// that is not object. It returns "" if all may stand.
func (s *Schema) FirstForbiddenBesideStatus() string {
	parts := s.parts()
	for i, at := range places() {
		// As for the server, an empty list is set.
		if parts[at.part].Field(at.field).IsZero() {
			continue
		}
		switch name := internalFields[i]; {
		case name == "Type":
			if s.Type != "object" {
				return "type"
			}
		case !slices.Contains(AllowedBesideStatus, name):
			return KeywordOf(name)
		}
	}
	return ""
}
