package celcheck

import "github.com/google/cel-go/common/types"

// wellKnownNames are the names of messages that values of other types are written as.
var wellKnownNames = map[types.Kind]string{
	types.AnyKind:       "google.protobuf.Any",
	types.BoolKind:      "google.protobuf.BoolValue",
	types.BytesKind:     "google.protobuf.BytesValue",
	types.DoubleKind:    "google.protobuf.DoubleValue",
	types.DurationKind:  "google.protobuf.Duration",
	types.DynKind:       "google.protobuf.Value",
	types.IntKind:       "google.protobuf.Int64Value",
	types.ListKind:      "google.protobuf.ListValue",
	types.NullTypeKind:  "google.protobuf.NullValue",
	types.MapKind:       "google.protobuf.Struct",
	types.StringKind:    "google.protobuf.StringValue",
	types.TimestampKind: "google.protobuf.Timestamp",
	types.UintKind:      "google.protobuf.UInt64Value",
}

// wellKnown reports whether a value of a type can be written as a message.
func wellKnown(t *types.Type) bool {
	switch t.Kind() {
	case types.AnyKind, types.TimestampKind, types.DurationKind, types.DynKind, types.NullTypeKind:
		return true
	case types.BoolKind, types.BytesKind, types.DoubleKind, types.IntKind, types.StringKind, types.UintKind:
		return t.IsAssignableType(types.NullType)
	case types.ListKind:
		return t.Parameters()[0] == types.DynType
	case types.MapKind:
		return t.Parameters()[0] == types.StringType && t.Parameters()[1] == types.DynType
	}
	return false
}
