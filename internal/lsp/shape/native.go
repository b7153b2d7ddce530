package shape

import (
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
