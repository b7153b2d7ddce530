package prune

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// Nulls removes the fields of x, a JSON value, that are null where the schema
// neither allows null nor has a default to put in its place, as
// PruneNonNullableNullsWithoutDefaults of pkg/apiserver/schema/defaulting does.
// It returns their paths, sorted. Items of lists stay, for their neighbours
// would move up, and so do fields of which the schema says nothing.
func Nulls(x any, s *schema.Schema) []*finding.Path {
	n := &nulls{}
	n.drop(x, s)
	slices.SortFunc(n.dropped, func(a, b *finding.Path) int { return strings.Compare(a.Server(), b.Server()) })
	return n.dropped
}

type nulls struct {
	at      finding.Trail
	dropped []*finding.Path
}

func (n *nulls) drop(x any, s *schema.Schema) {
	if s == nil {
		return // nothing below has a schema, and what has none is kept
	}
	switch x := x.(type) {
	case map[string]any:
		for k, v := range x {
			sub, _ := declared(s, k)
			n.at.Enter(k)
			if v == nil && sub != nil && !sub.Nullable && sub.Default == nil {
				n.dropped = append(n.dropped, n.at.Path())
				delete(x, k)
			} else {
				n.drop(v, sub)
			}
			n.at.Leave()
		}
	case []any:
		for i, v := range x {
			n.at.EnterIndex(i)
			n.drop(v, s.ItemSchema())
			n.at.Leave()
		}
	}
}
