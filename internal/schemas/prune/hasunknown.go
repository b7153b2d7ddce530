package prune

import "github.com/crdtool/crdtool/schema"

// Known reports whether Unknown would leave all of x, which stays as it is.
func Known(x any, s *schema.Schema, resource bool) bool {
	if s != nil && s.PreservesUnknownFields() {
		return preserved(x, s, resource)
	}
	switch x := x.(type) {
	case map[string]any:
		for k, v := range x {
			if (resource || s != nil && s.XEmbeddedResource) && typeMeta(k) {
				continue
			}
			if sub, known := declared(s, k); !known || !Known(v, sub, false) {
				return false
			}
		}
	case []any:
		var items *schema.Schema
		if s != nil {
			items = s.ItemSchema()
		}
		for _, v := range x {
			if !Known(v, items, false) {
				return false
			}
		}
	}
	return true
}

// preserved is Known where what s does not declare is kept.
func preserved(x any, s *schema.Schema, resource bool) bool {
	if s == nil || s.Properties.Len() == 0 && s.AdditionalProperties == nil && s.Items == nil {
		return true
	}
	switch x := x.(type) {
	case map[string]any:
		for k, v := range x {
			if (resource || s.XEmbeddedResource) && typeMeta(k) {
				continue
			}
			if sub, known := declared(s, k); known && !Known(v, sub, false) {
				return false
			}
		}
	case []any:
		for _, v := range x {
			if !preserved(v, s.ItemSchema(), false) {
				return false
			}
		}
	}
	return true
}
