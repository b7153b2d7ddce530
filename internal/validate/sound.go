package validate

import (
	"math"
	"slices"
	"unicode/utf8"

	"k8s.io/kube-openapi/pkg/validation/strfmt"
	openapivalidate "k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Sound reports whether the server's validator surely has nothing against a value: false
// says nothing. Most values are as their schema wants them, and the validator makes some
// kilobytes for each value that it looks at, and for each property that a schema lists, be
// it there or not. Whoever gets false asks it, so no error is ever made here.
//
// The schema is taken as ObjectSchema turns it over for the validator, and nil allows
// everything.
func Sound(s *schema.Schema, value any, b *kube.Behaviour) bool {
	return sounding{b, false}.value(s, value)
}

// SoundDefault is Sound for a default and a schema as DefaultSchema turns it over, which
// asks for no more than ObjectSchema does but for formats.
func SoundDefault(s *schema.Schema, value any) bool {
	return sounding{everyFormat: true}.value(s, value)
}

// sounding is how schemas are taken.
type sounding struct {
	*kube.Behaviour
	// everyFormat says that formats count which objects are not held to.
	everyFormat bool
}

func (b sounding) value(s *schema.Schema, value any) bool {
	if s == nil {
		return true
	}
	if value == nil {
		return len(s.Enum) == 0 && (s.Nullable || s.Type == "" && !s.XIntOrString)
	}
	return b.types(s, value) && soundEnum(s.Enum, value) && b.junctors(s, value)
}

// types is what the keywords of one type say. A format that no value of the type has
// is for the validator.
func (b sounding) types(s *schema.Schema, value any) bool {
	typ := s.Type
	if s.XIntOrString {
		if s.Format != "" {
			return false
		}
		switch value.(type) {
		case string:
			typ = "string"
		case int64:
			typ = "integer"
		default:
			return false
		}
	}
	switch v := value.(type) {
	case string:
		return (typ == "string" || typ == "") && b.text(s, v)
	case bool:
		return (typ == "boolean" || typ == "") && s.Format == ""
	case int64:
		return (typ == "integer" || typ == "number" || typ == "") && soundInteger(s, v)
	case float64:
		return (typ == "number" && (s.Format == "" || s.Format == "double") || typ == "" && s.Format == "") && soundNumber(s, v)
	case []any:
		return (typ == "array" || typ == "") && s.Format == "" && b.list(s, v)
	case map[string]any:
		return (typ == "object" || typ == "") && s.Format == "" && b.object(s, v)
	}
	return false
}

func (b sounding) text(s *schema.Schema, v string) bool {
	if s.MaxLength != nil && int64(utf8.RuneCountInString(v)) > *s.MaxLength ||
		s.MinLength != nil && int64(utf8.RuneCountInString(v)) < *s.MinLength {
		return false
	}
	if s.Pattern != "" && openapivalidate.Pattern("", "", v, s.Pattern) != nil {
		return false
	}
	return s.Format == "" || !b.everyFormat && !b.Formats.Known("string", s.Format) ||
		openapivalidate.FormatOf("", "", s.Format, v, strfmt.Default) == nil
}

// soundInteger compares whole numbers only, and leaves those that a float64 may not hold
// to the validator.
func soundInteger(s *schema.Schema, v int64) bool {
	switch s.Format {
	case "":
	case "int32":
		if s.Type != "integer" || v != int64(int32(v)) {
			return false
		}
	case "int64":
		if s.Type != "integer" {
			return false
		}
	default:
		return false
	}
	if s.Maximum != nil {
		if m, ok := whole(*s.Maximum); !ok || v > m || s.ExclusiveMaximum && v == m {
			return false
		}
	}
	if s.Minimum != nil {
		if m, ok := whole(*s.Minimum); !ok || v < m || s.ExclusiveMinimum && v == m {
			return false
		}
	}
	if s.MultipleOf() != nil {
		if m, ok := whole(*s.MultipleOf()); !ok || m <= 0 || v%m != 0 {
			return false
		}
	}
	return true
}

// whole is a bound as a whole number, if it is one that is in the range of all types and
// formats of integers.
func whole(bound float64) (int64, bool) {
	return int64(bound), math.Abs(bound) <= math.MaxInt32 && bound == math.Trunc(bound)
}

func soundNumber(s *schema.Schema, v float64) bool {
	return s.MultipleOf() == nil &&
		(s.Maximum == nil || v < *s.Maximum || !s.ExclusiveMaximum && v == *s.Maximum) &&
		(s.Minimum == nil || v > *s.Minimum || !s.ExclusiveMinimum && v == *s.Minimum)
}

func (b sounding) list(s *schema.Schema, v []any) bool {
	if s.MaxItems != nil && int64(len(v)) > *s.MaxItems || s.MinItems != nil && int64(len(v)) < *s.MinItems ||
		s.UniqueItems && len(v) > 1 {
		return false
	}
	if items := s.ItemSchema(); items != nil {
		for _, item := range v {
			if !b.value(items, item) {
				return false
			}
		}
	}
	return true
}

func (b sounding) object(s *schema.Schema, v map[string]any) bool {
	if s.MaxProperties() != nil && int64(len(v)) > *s.MaxProperties() || s.MinProperties() != nil && int64(len(v)) < *s.MinProperties() {
		return false
	}
	for _, name := range s.Required {
		if _, there := v[name]; !there {
			return false
		}
	}
	others := s.AdditionalProperties
	for name, of := range v {
		p := s.Properties.Get(name)
		switch {
		case p != nil:
		case others == nil:
			continue
		case !others.Allows:
			return false
		default:
			p = others.Schema
		}
		if !b.value(p, of) {
			return false
		}
	}
	return true
}

// soundEnum compares values of one type only.
func soundEnum(enum []any, value any) bool {
	if len(enum) == 0 {
		return true
	}
	switch value.(type) {
	case string, bool, int64:
		return slices.Contains(enum, value)
	}
	return false
}

// junctors leaves to the validator what it is not sure that branches refuse, and for
// defaults all that asks for it.
func (b sounding) junctors(s *schema.Schema, value any) bool {
	if b.everyFormat && (len(s.OneOf()) > 0 || s.Not != nil) || s.Not != nil && !b.refuses(s.Not, value) {
		return false
	}
	for _, branch := range s.AllOf() {
		if !b.value(branch, value) {
			return false
		}
	}
	takes := func(branch *schema.Schema) bool { return b.value(branch, value) }
	if len(s.OneOf()) > 0 {
		one := slices.IndexFunc(s.OneOf(), takes)
		if one < 0 {
			return false
		}
		for i, branch := range s.OneOf() {
			if i != one && !b.refuses(branch, value) {
				return false
			}
		}
	}
	return len(s.AnyOf()) == 0 || slices.ContainsFunc(s.AnyOf(), takes)
}
