package builtin

import "strings"

// TypeOf returns the Go type of a built-in kind that servers of a minor version serve; "" if there is none.
func TypeOf(apiVersion, kind string, minor int) string {
	group, version, named := strings.Cut(apiVersion, "/")
	if !named {
		group, version = "", apiVersion
	}
	if k := embedded().find(group, version, kind); k != nil && k.servedBy(minor) {
		return k.Type
	}
	return ""
}

// Served returns the kinds that servers of a minor version serve, in the order of the catalog.
func Served(minor int) []Kind {
	var kinds []Kind
	for _, k := range embedded().Kinds {
		if k.servedBy(minor) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// APIVersion returns the apiVersion of the kind's objects.
func (k Kind) APIVersion() string { return k.apiVersion() }

// FormOf returns the form of a Go type: Struct, Decoder, or a Go type without a name of its own, such as string or
// []core/v1.Container.
func FormOf(typeText string) string {
	form := strings.TrimLeft(typeText, "*")
	for t := embedded().Types[form]; t != nil; t = embedded().Types[form] {
		form = strings.TrimLeft(t.Form, "*")
	}
	return form
}

// FieldsOf returns the fields of a struct in a minor version, in the order of the Go type; nil for other types.
func FieldsOf(typeText string, minor int) []Field {
	t := embedded().Types[strings.TrimLeft(typeText, "*")]
	if t == nil {
		return nil
	}
	var fields []Field
	for _, f := range t.Fields {
		if f.Has(minor) {
			fields = append(fields, f)
		}
	}
	return fields
}

// EnumOf returns the allowed values of a string type in a minor version; nil if it allows any.
func EnumOf(typeText string, minor int) []string {
	t := embedded().Types[strings.TrimLeft(typeText, "*")]
	if t == nil {
		return nil
	}
	var values []string
	for _, v := range t.Enum {
		if v.Has(minor) {
			values = append(values, v.Value)
		}
	}
	return values
}
