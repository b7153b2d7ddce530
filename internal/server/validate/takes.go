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
	return ObjectChecker(s, *by).Accepts(value)
}

// WithoutJunctors is what a node says without its junctors.
func WithoutJunctors(n *schema.Node) *schema.Schema {
	s := *n.Schema
	s.Branches, s.Not = nil, nil
	return &s
}
