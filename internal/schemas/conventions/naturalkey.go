package conventions

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// NaturalKeys are usual names of fields that identify the items of a list.
var NaturalKeys = []string{"name", "type", "key", "id"}

// NaturalKey returns the first of the names that is a required scalar field of a list's items, or "".
func NaturalKey(item *schematree.Node, names []string) string {
	for _, name := range names {
		s := item.Property(name)
		if s != nil && (s.Type == "string" || s.Type == "integer") && !s.Nullable && slices.Contains(item.Required, name) {
			return name
		}
	}
	return ""
}
