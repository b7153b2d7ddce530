package validate

import (
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// Takes reports whether a server's validator has nothing against a value. CEL rules are
// not evaluated, defaults are not applied, and nothing is pruned before: a value
// that is refused here is refused by the server as it stands, and one that is
// taken here may still break a rule.
func Takes(by *kube.Behaviour, s *schema.Schema, value any) bool { return NewTaker(by, s).Takes(value) }

// A Taker is what Takes asks of many values of one schema, which does not change.
type Taker struct {
	by     *kube.Behaviour
	schema *schema.Schema
	spec   *spec.Schema // once it was needed
}

// NewTaker makes a Taker for a schema.
func NewTaker(by *kube.Behaviour, s *schema.Schema) *Taker { return &Taker{by: by, schema: s} }

// Takes reports whether the server's validator has nothing against a value.
func (t *Taker) Takes(value any) bool {
	if Sound(t.schema, value, t.by) {
		return true
	}
	if t.spec == nil {
		t.spec = ObjectSchema(t.schema, *t.by)
	}
	return Accepts(value, t.spec)
}

// WithoutJunctors is what a node says without its junctors.
func WithoutJunctors(n *schema.Node) *schema.Schema {
	s := *n.Schema
	s.Branches, s.Not = nil, nil
	return &s
}
