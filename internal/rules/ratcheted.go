package rules

import (
	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/schema"
)

// storedPass says how long stored objects that break a changed keyword pass. The
// server forgives what is wrong at a value that is deeply equal to the stored one.
// Items of lists that are no maps have no stored value of their own: then it is the
// outermost such list that must stay the same.
func storedPass(c *schemadiff.Change) string {
	var list *schemadiff.Pair
	for p := c.At; p.Parent != nil; p = p.Parent {
		if p.New.Role == schema.RoleItems && p.Parent.New.ListType() != "map" {
			list = p.Parent
		}
	}
	switch {
	case list != nil:
		return "stored ones pass until " + list.Field() + " changes"
	case c.At.Field() == "":
		return "stored ones pass until anything in them changes"
	case c.Keyword == "required":
		return "stored ones pass until " + c.At.Field() + " changes"
	}
	return "stored ones pass until they change"
}
