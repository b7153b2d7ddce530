package tighter

import "github.com/crdtool/crdtool/schema"

// TakesAnything reports whether a schema keeps every value as it is.
func TakesAnything(s *schema.Schema) bool {
	bare := schema.Schema{XPreserveUnknownFields: s.XPreserveUnknownFields, Description: s.Description, Rare: &schema.Rare{Title: s.Title(), Example: s.Example()}}
	return s.PreservesUnknownFields() && schema.Equal(s, &bare)
}
