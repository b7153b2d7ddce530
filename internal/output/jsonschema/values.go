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
	// A list of type set may not hold a value twice, whatever uniqueItems says.
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

// format exports a format under a name that means no more to readers of JSON
// Schema than it means to the server.
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
		// The server takes a path for one, too.
		out.Format = "uri-reference"
	case "int32":
		if s.Type == "integer" {
			out.within(math.MinInt32, math.MaxInt32)
		}
	}
	// Among those left is duration, which is Go's to the server and that of ISO
	// 8601 to others.
	out.XFormat = s.Format
}

// within gives bounds where there are none yet.
func (s *Schema) within(low, high float64) {
	if s.Minimum == nil && s.ExclusiveMinimum == nil {
		s.Minimum = &low
	}
	if s.Maximum == nil && s.ExclusiveMaximum == nil {
		s.Maximum = &high
	}
}

// orNull lets null pass. Where the server drops a null before it looks, an enum
// does not matter; where null is allowed, the enum holds for it, and the server's
// validator finds null in no enum, not even in one that lists it.
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

// notNull refuses null where no type does so.
func (s *Schema) notNull() {
	if len(s.Type) == 0 {
		s.Type = Types{"object", "array", "string", "number", "boolean"}
	}
}

// wrapNull makes null an alternative to all that the schema says: the server does
// not look at allOf, anyOf, oneOf and not for a null.
func (s *Schema) wrapNull() {
	inner := *s
	*s = Schema{Title: s.Title, Description: s.Description, Default: s.Default}
	inner.Title, inner.Description, inner.Default = "", "", nil
	s.AnyOf = []*Schema{{Type: Types{"null"}}, &inner}
}
