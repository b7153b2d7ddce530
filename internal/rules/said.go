package rules

import (
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/schema"
)

// Of branches that say more than this, and of all in a CRD that do together, no text is
// made to take values from: each level of it is written once more for the level above.
const (
	mostSaid    = 2_000
	mostSaidAll = 100_000
)

// saidBy is the text of the branches of a change, whose values are tried.
func (p *Pass) saidBy(before, after any) string {
	left := mostSaid
	for _, v := range []any{before, after} {
		switch v := v.(type) {
		case []*schema.Schema:
			weigh(&left, v...)
		case *schema.Schema:
			weigh(&left, v)
		}
	}
	if p.said += mostSaid - left; left < 0 || p.said > mostSaidAll {
		return ""
	}
	return prose.JSON(before) + " " + prose.JSON(after)
}

// weigh takes from left how much schemas say, until that is negative.
func weigh(left *int, all ...*schema.Schema) {
	for _, s := range all {
		if s == nil || *left < 0 {
			continue
		}
		*left -= 1 + len(s.Enum) + len(s.Required) + (len(s.Pattern)+len(s.Description))/16
		weigh(left, s.AllOf()...)
		weigh(left, s.AnyOf()...)
		weigh(left, s.OneOf()...)
		weigh(left, s.Not, s.ItemSchema(), s.ValueSchema())
		for _, p := range s.Properties.All() {
			weigh(left, p.Schema)
		}
	}
}
