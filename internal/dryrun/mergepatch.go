package dryrun

import (
	"maps"

	"github.com/crdtool/crdtool/internal/jsonvalue"
)

// mergeValues makes the new object of a merge patch that is decoded, and reports whether it
// knows it: what would be read otherwise from its text is for the library.
func (q *request) mergeValues(p *Patch) bool {
	if p.Type != MergePatch || p.Merge == nil || !p.Exact && (!jsonvalue.Exact(q.old) || !jsonvalue.Exact(p.Merge)) {
		return false
	}
	q.sent = Object{value: merged(q.old, p.Merge), lent: true}
	p.Merge = nil // it may be as large as the object
	return true
}

// merged is an object after a merge patch as the library that the server uses makes it, which
// takes nulls out of what is new, in lists, too, but not out of a list in the place of an
// object. Neither is changed, and it shares values with both.
func merged(object, patch map[string]any) map[string]any {
	out := maps.Clone(object)
	for key, v := range patch {
		if v == nil {
			delete(out, key)
			continue
		}
		was, isObject := out[key].(map[string]any)
		fields, ok := v.(map[string]any)
		switch {
		case isObject && ok:
			out[key] = merged(was, fields)
		case isObject:
			out[key] = v
		default:
			out[key] = withoutNulls(v)
		}
	}
	return out
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
