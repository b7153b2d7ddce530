package shape

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/server/builtin"
)

// objectMeta is the Go type of metadata.
const objectMeta = "apis/meta/v1.ObjectMeta"

// nativeType returns the JSON type of a Go type; "" if it is not known.
func nativeType(native string) string {
	switch form := builtin.FormOf(native); {
	case form == builtin.Struct, strings.HasPrefix(form, "map["):
		return "object"
	case form == "[]uint8", form == "string":
		return "string"
	case strings.HasPrefix(form, "[]"):
		return "array"
	case form == "bool":
		return "boolean"
	case strings.HasPrefix(form, "int"), strings.HasPrefix(form, "uint"):
		return "integer"
	case strings.HasPrefix(form, "float"):
		return "number"
	case form == builtin.Decoder:
		switch strings.TrimLeft(native, "*") {
		case "util/intstr.IntOrString", "api/resource.Quantity":
			return "int-or-string"
		case "apis/meta/v1.Time", "apis/meta/v1.MicroTime":
			return "string"
		}
	}
	return ""
}

// writtenMeta are the fields of metadata that people write, the most frequent first. Servers set the others.
var writtenMeta = []string{"name", "namespace", "labels", "annotations", "generateName", "finalizers", "ownerReferences"}

// nativeFields returns the fields of a struct: those of metadata in the order in which people write them.
func (s Shape) nativeFields() []builtin.Field {
	fields := builtin.FieldsOf(s.native, s.minor)
	if s.native != objectMeta {
		return fields
	}
	place := func(f builtin.Field) int {
		if i := slices.Index(writtenMeta, f.Name); i >= 0 {
			return i
		}
		return len(writtenMeta)
	}
	slices.SortStableFunc(fields, func(a, b builtin.Field) int { return place(a) - place(b) })
	return fields
}

// nativeChild returns the Go type of a field or of a value of a map; "" if there is none.
func (s Shape) nativeChild(name string) string {
	form := builtin.FormOf(s.native)
	if strings.HasPrefix(form, "map[") {
		return form[strings.IndexByte(form, ']')+1:]
	}
	for _, f := range builtin.FieldsOf(s.native, s.minor) {
		if f.Name == name {
			return f.Type
		}
	}
	return ""
}
