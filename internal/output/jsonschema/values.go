package jsonschema

import (
	"math"
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// values exports the keywords that restrict a single value.
func values(s *schema.Schema, out *Schema) {
	out.Enum = s.Enum
	out.Pattern = s.Pattern
	out.MinLength, out.MaxLength = s.MinLength, s.MaxLength
	out.MinItems, out.MaxItems = s.MinItems, s.MaxItems
	out.MinProperties, out.MaxProperties = s.MinProperties(), s.MaxProperties()
	out.MultipleOf = s.MultipleOf()
	// A list of type set has no repeated items, regardless of uniqueItems.
	out.UniqueItems = s.UniqueItems || s.ListType() == "set"
	if s.ExclusiveMinimum {
		out.ExclusiveMinimum = s.Minimum
	} else {
		out.Minimum = s.Minimum
	}
	if s.ExclusiveMaximum {
		out.ExclusiveMaximum = s.Maximum
	} else {
		out.Maximum = s.Maximum
	}
	format(s, out)
}

// format exports a format only under a name that has the same meaning in JSON Schema as for the server.
func format(s *schema.Schema, out *Schema) {
	switch s.Format {
	case "":
		return
	case "date", "date-time", "email", "hostname", "ipv4", "ipv6":
		out.Format = s.Format
		return
	case "datetime":
		out.Format = "date-time"
	case "uri":
		// The server accepts a path, too.
		out.Format = "uri-reference"
	case "int32":
		if s.Type == "integer" {
			out.within(math.MinInt32, math.MaxInt32)
		}
	}
	// Other formats such as duration have another meaning in JSON Schema: for the server it is Go's, for others that
	// of ISO 8601.
	out.XFormat = s.Format
}

// within sets limits where there are none.
func (s *Schema) within(low, high float64) {
	if s.Minimum == nil && s.ExclusiveMinimum == nil {
		s.Minimum = &low
	}
	if s.Maximum == nil && s.ExclusiveMaximum == nil {
		s.Maximum = &high
	}
}

// orNull accepts null. If the server drops a null before validation, an enum has no effect on it. If null is
// allowed, the enum applies to it, and the server's validator finds null in no enum, even if it lists null.
func (s *Schema) orNull(from *schema.Schema) {
	if from.Nullable && len(from.Enum) > 0 {
		s.Enum = slices.DeleteFunc(slices.Clone(s.Enum), func(v any) bool { return v == nil })
		return
	}
	if len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) > 0 || s.Not != nil {
		s.wrapNull()
		return
	}
	if len(s.Type) > 0 {
		s.Type = append(slices.Clip(s.Type), "null")
	}
	if len(s.Enum) > 0 && !slices.Contains(s.Enum, nil) {
		s.Enum = append(slices.Clip(s.Enum), nil)
	}
}

// notNull refuses null if no type does so.
func (s *Schema) notNull() {
	if len(s.Type) == 0 {
		s.Type = Types{"object", "array", "string", "number", "boolean"}
	}
}

// wrapNull makes null an alternative to the whole schema: the server does not check allOf, anyOf, oneOf and not
// for a null.
func (s *Schema) wrapNull() {
	inner := *s
	*s = Schema{Title: s.Title, Description: s.Description, Default: s.Default}
	inner.Title, inner.Description, inner.Default = "", "", nil
	s.AnyOf = []*Schema{{Type: Types{"null"}}, &inner}
}
