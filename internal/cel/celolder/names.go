package celolder

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/google/cel-go/common/types"
)

// name returns a type as errors print it.
func name(t *types.Type) string {
	switch kind(t) {
	case kindNone:
		return "<nil>"
	case types.ErrorKind:
		return "!error!"
	case types.AnyKind:
		return "any"
	case types.DurationKind:
		return "duration"
	case types.TimestampKind:
		return "timestamp"
	case types.NullTypeKind:
		return "null"
	case types.ListKind, types.MapKind:
		return t.TypeName() + "(" + names(t.Parameters()) + ")"
	case types.OpaqueKind:
		if optional(t) {
			return "optional(" + names(t.Parameters()) + ")"
		}
		return t.TypeName() + "(" + names(t.Parameters()) + ")"
	case types.TypeKind:
		if len(t.Parameters()) > 0 {
			return "type(" + names(t.Parameters()) + ")"
		}
		return "type"
	}
	return t.TypeName()
}

func names(all []*types.Type) string {
	list := make([]string, len(all))
	for i, t := range all {
		list[i] = name(t)
	}
	return strings.Join(list, ", ")
}

func signature(args []*types.Type, member bool) string {
	if member {
		return name(args[0]) + ".(" + names(args[1:]) + ")"
	}
	return "(" + names(args) + ")"
}

// prototext returns a type as text of the protobuf message for types. Between two fields such text has one space or
// two, depending on the binary.
func prototext(t *types.Type) string {
	switch kind(t) {
	case kindNone:
		return "<nil>"
	case types.BoolKind:
		return "primitive:BOOL"
	case types.IntKind:
		return "primitive:INT64"
	case types.UintKind:
		return "primitive:UINT64"
	case types.DoubleKind:
		return "primitive:DOUBLE"
	case types.StringKind:
		return "primitive:STRING"
	case types.BytesKind:
		return "primitive:BYTES"
	case types.DurationKind:
		return "well_known:DURATION"
	case types.TimestampKind:
		return "well_known:TIMESTAMP"
	case types.AnyKind:
		return "well_known:ANY"
	case types.NullTypeKind:
		return "null:NULL_VALUE"
	case types.DynKind:
		return "dyn:{}"
	case types.ErrorKind:
		return "error:{}"
	case types.TypeParamKind:
		return "type_param:" + strconv.Quote(t.TypeName())
	case types.StructKind:
		return "message_type:" + strconv.Quote(t.TypeName())
	case types.ListKind:
		return "list_type:{elem_type:{" + prototext(t.Parameters()[0]) + "}}"
	case types.MapKind:
		return "map_type:{key_type:{" + prototext(t.Parameters()[0]) + "} value_type:{" + prototext(t.Parameters()[1]) + "}}"
	case types.TypeKind:
		if len(t.Parameters()) == 0 {
			return "type:{}"
		}
		return "type:{" + prototext(t.Parameters()[0]) + "}"
	}
	name := t.TypeName()
	if optional(t) {
		name = "optional"
	}
	var params strings.Builder
	for _, p := range t.Parameters() {
		fmt.Fprintf(&params, " parameter_types:{%s}", prototext(p))
	}
	return "abstract_type:{name:" + strconv.Quote(name) + params.String() + "}"
}
