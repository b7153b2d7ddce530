package tighter

import (
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// StoredPass says how long stored objects that break a changed keyword pass. The
// server forgives what is wrong at a value that is deeply equal to the stored one.
// Items of lists that are no maps have no stored value of their own: then it is the
// outermost such list that must stay the same.
func StoredPass(c *schemadiff.Change) string { return "stored ones pass until " + Until(c) }

// Until says what has to change before a stored value is refused, as StoredPass has it.
func Until(c *schemadiff.Change) string {
	var list *schemadiff.Pair
	for p := c.At; p.Parent != nil; p = p.Parent {
		if p.New.Role == schematree.RoleItems && p.Parent.New.ListType() != "map" {
			list = p.Parent
		}
	}
	switch {
	case list != nil:
		return list.Field() + " changes"
	case c.At.Field() == "":
		return "anything in them changes"
	case c.Keyword == "required":
		return c.At.Field() + " changes"
	}
	return "they change"
}
