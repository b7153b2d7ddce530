package conflict

import (
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/schema"
)

// ofEnums returns a conflict if no value of an enum satisfies all nodes.
func ofEnums(server *behaviour.Behaviour, spine *schematree.Node, nodes []*schematree.Node) *Conflict {
	var by, with *schematree.Node
	for _, n := range nodes {
		if len(n.Enum) > 0 && by == nil {
			by = n
		}
	}
	if by == nil {
		return nil
	}
	if loosens(spine.Type, by.Enum) {
		return nil
	}
	typ := validate.ObjectChecker(&schema.Schema{Type: spine.Type}, *server)
	takers := make([]*validate.Checker, len(nodes))
	for i, n := range nodes {
		takers[i] = validate.ObjectChecker(validate.WithoutJunctors(n), *server)
	}
	for _, value := range by.Enum {
		refused := value == nil || !typ.Accepts(value)
		for i, n := range nodes {
			if !refused && !takers[i].Accepts(value) {
				refused = true
				if n != by {
					with = n
				}
			}
		}
		if !refused {
			return nil
		}
	}
	if with == nil {
		with = by
	}
	return &Conflict{By: by, With: with, Keyword: "enum", Why: "no value of this enum satisfies the other constraints"}
}

// loosens reports whether the server accepts values outside of an enum. It converts each value to the Go type of
// the entry before it compares them: a number loses its fraction, and an integer becomes the character of that
// code.
func loosens(typ string, enum []any) bool {
	return slices.ContainsFunc(enum, func(e any) bool {
		switch e.(type) {
		case string:
			return typ == "integer" || typ == "number"
		case int64:
			return typ == "number"
		}
		return false
	})
}
