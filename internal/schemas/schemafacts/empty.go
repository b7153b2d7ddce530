package schemafacts

import "github.com/crdtool/crdtool/schema"

// SaysNothing reports whether a schema accepts every value: it has no keywords, or only fields and items whose schemas
// accept every value.
func SaysNothing(s *schema.Schema) bool {
	rest := *s
	rest.Properties, rest.Items = nil, nil
	if !schema.Equal(&rest, &schema.Schema{}) || s.Items != nil && (s.Items.Schema == nil || !SaysNothing(s.Items.Schema)) {
		return false
	}
	for _, f := range s.Properties.All() {
		if !SaysNothing(f.Schema) {
			return false
		}
	}
	return true
}
