package shape

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/server/builtin"
	"github.com/crdtool/crdtool/schema"
)

// Description returns the description of the place.
func (s Shape) Description() string {
	for _, of := range s.schemas {
		if of.Description != "" {
			return of.Description
		}
	}
	return s.text
}

// Deprecated reports whether the description says that the field is deprecated.
func (s Shape) Deprecated() bool { return schemafacts.SaysDeprecated(s.Description()) }

// Type returns the JSON type of the values; "int-or-string" for integers or strings, "" if it is not known.
func (s Shape) Type() string {
	switch {
	case s.keywords, s.maps:
		return "object"
	case s.lists:
		return "array"
	}
	if s.native != "" {
		return nativeType(s.native)
	}
	for _, of := range s.schemas {
		if of.XIntOrString {
			return "int-or-string"
		}
		if of.Type != "" {
			return of.Type
		}
	}
	switch {
	case s.isResource:
		return "object"
	case len(s.schemas) > 0 && (s.schemas[0].Properties.Len() > 0 || s.schemas[0].AdditionalProperties != nil):
		return "object"
	case len(s.schemas) > 0 && s.schemas[0].Items != nil:
		return "array"
	}
	return ""
}

// TypeText returns the type for people, such as []object, map[string]string or date-time.
func (s Shape) TypeText() string {
	if s.keywords {
		return "schema"
	}
	switch typ := s.Type(); typ {
	case "array":
		return "[]" + s.Item().TypeText()
	case "object":
		if values, isMap := s.Values(); isMap && len(s.Fields()) == 0 {
			return "map[string]" + values.TypeText()
		}
		return typ
	case "":
		return "any"
	default:
		if f := s.Format(); f != "" && typ == "string" {
			return f
		}
		return typ
	}
}

// Format returns the format of the values.
func (s Shape) Format() string {
	switch builtin.FormOf(s.native) {
	case builtin.Decoder:
		switch strings.TrimLeft(s.native, "*") {
		case "apis/meta/v1.Time", "apis/meta/v1.MicroTime":
			return "date-time"
		case "api/resource.Quantity":
			return "quantity"
		}
	case "[]uint8":
		return "byte"
	}
	for _, of := range s.schemas {
		if of.Format != "" {
			return of.Format
		}
	}
	if own := s.Own(); own != nil && own.XIntOrString && strings.Contains(own.Pattern, "[KMGTPE]i") {
		return "quantity"
	}
	return ""
}

// Enum returns the allowed values; nil if others are allowed.
func (s Shape) Enum() []any {
	if s.native != "" {
		var values []any
		for _, v := range builtin.EnumOf(s.native, s.minor) {
			values = append(values, v)
		}
		return values
	}
	var values []any
	for i, of := range s.schemas {
		if i == 0 && of.Enum != nil {
			return of.Enum
		}
		for _, v := range of.Enum {
			if !slices.ContainsFunc(values, func(w any) bool { return schema.SameValue(v, w) }) {
				values = append(values, v)
			}
		}
	}
	return values
}

// Default returns the default; nil if there is none.
func (s Shape) Default() any {
	for _, of := range s.schemas {
		if of.Default != nil {
			return of.Default
		}
	}
	return nil
}

// Nullable reports whether the place takes null.
func (s Shape) Nullable() bool { return len(s.schemas) > 0 && s.schemas[0].Nullable }

// MapKeys returns the keys by which the items of a list differ; nil if it has none.
func (s Shape) MapKeys() []string {
	if own := s.Own(); own != nil && own.ListType() == "map" {
		return own.XListMapKeys()
	}
	return nil
}

// Preserves reports whether the place takes fields that are not declared.
func (s Shape) Preserves() bool {
	own := s.Own()
	return own != nil && own.PreservesUnknownFields()
}
