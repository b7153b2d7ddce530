package validate

import (
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Takes reports whether a server's validator has nothing against a value. CEL rules are
// not evaluated, defaults are not applied, and nothing is pruned before: a value
// that is refused here is refused by the server as it stands, and one that is
// taken here may still break a rule.
func Takes(by *kube.Behaviour, s *schema.Schema, value any) bool {
	if Sound(s, value, by) {
		return true
	}
	found, _ := Changed("", nil, value, ObjectSchema(s, *by), by.Objects, nil, nil, nil)
	return len(found) == 0
}

// WithoutJunctors is what a node says without its junctors.
func WithoutJunctors(n *schema.Node) *schema.Schema {
	s := *n.Schema
	s.AllOf, s.AnyOf, s.OneOf, s.Not = nil, nil, nil, nil
	return &s
}
