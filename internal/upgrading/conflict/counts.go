package conflict

import "github.com/crdtool/crdtool/internal/schemas/schematree"

// Counts are two keywords that limit the length or size of a value.
type Counts struct {
	what        string
	Least, Most string
	Get         func(*schematree.Node) (least, most *int64)
}

// The limits of the characters of a string, the items of a list, and the fields of an object.
var (
	StringLengths = Counts{"string", "minLength", "maxLength", func(n *schematree.Node) (*int64, *int64) { return n.MinLength, n.MaxLength }}
	ItemCounts    = Counts{"list", "minItems", "maxItems", func(n *schematree.Node) (*int64, *int64) { return n.MinItems, n.MaxItems }}
	FieldCounts   = Counts{"object", "minProperties", "maxProperties", func(n *schematree.Node) (*int64, *int64) { return n.MinProperties(), n.MaxProperties() }}
)

// narrowest returns the ends of the range that all nodes allow.
func (c *Counts) narrowest(nodes []*schematree.Node) (low, high limit) {
	for _, n := range nodes {
		least, most := c.Get(n)
		if least != nil && (!low.set() || float64(*least) > low.value) {
			low = limit{keyword: c.Least, value: float64(*least), by: n}
		}
		if most != nil && (!high.set() || float64(*most) < high.value) {
			high = limit{keyword: c.Most, value: float64(*most), by: n}
		}
	}
	return low, high
}

// Conflict returns a conflict if the range that all nodes allow is empty.
func (c *Counts) Conflict(nodes []*schematree.Node) *Conflict {
	switch low, high := c.narrowest(nodes); {
	case high.set() && high.value < 0:
		return conflictOf(high, high, "no %s satisfies %s", c.what, high)
	case low.set() && high.set() && low.value > high.value:
		return conflictOf(low, high, "no %s satisfies both %s and %s", c.what, low, high)
	}
	return nil
}
