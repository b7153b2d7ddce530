package jsonvalue

import "maps"

// Becomes stands in a decoded merge patch in the place of an object, and is what the one there
// is once it is patched: whoever has compared both need not write out how they differ. It is no
// JSON value.
type Becomes struct{ Object map[string]any }

// Merged is an object after a merge patch as the library that the server uses makes it, which
// takes nulls out of what is new, in lists, too, but not out of a list in the place of an
// object. Neither is changed, and it shares values with both.
func Merged(object, patch map[string]any) map[string]any {
	out := maps.Clone(object)
	for key, v := range patch {
		MergeField(out, key, v)
	}
	return out
}

// MergeField does to one field of an object what Merged does to all, without a copy of the object.
func MergeField(object map[string]any, key string, v any) {
	switch v := v.(type) {
	case nil:
		delete(object, key)
		return
	case Becomes:
		object[key] = v.Object
		return
	}
	was, isObject := object[key].(map[string]any)
	fields, ok := v.(map[string]any)
	switch {
	case isObject && ok:
		object[key] = Merged(was, fields)
	case isObject:
		object[key] = v
	default:
		object[key] = withoutNulls(v)
	}
}

// withoutNulls is a value without the fields that are null, be it itself or a copy.
func withoutNulls(value any) any {
	if !hasNulls(value) {
		return value
	}
	switch v := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, v := range v {
			if v != nil {
				out[key] = withoutNulls(v)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = withoutNulls(item)
		}
		return out
	}
	return value
}

func hasNulls(value any) bool {
	switch v := value.(type) {
	case map[string]any:
		for _, v := range v {
			if v == nil || hasNulls(v) {
				return true
			}
		}
	case []any:
		for _, item := range v {
			if hasNulls(item) {
				return true
			}
		}
	}
	return false
}
