package conventions

import (
	"slices"

	"github.com/crdtool/crdtool/schema"
)

// NaturalKeys are the names of fields that usually tell the items of a list
// apart.
var NaturalKeys = []string{"name", "type", "key", "id"}

// NaturalKey returns the first of some names that is a required scalar of a
// list's items, or "".
func NaturalKey(item *schema.Node, names []string) string {
	for _, name := range names {
		s := item.Property(name)
		if s != nil && (s.Type == "string" || s.Type == "integer") && !s.Nullable && slices.Contains(item.Required, name) {
			return name
		}
	}
	return ""
}
