package resource

import (
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
	"github.com/crdtool/crdtool/structural"
)

// Publishable reports whether the newest server publishes a schema. It does so for one
// that is structural, whose types are those of OpenAPI v3; of any other it only
// says that it is an object.
func Publishable(s *schema.Schema) bool {
	return publishable(schema.NewTree(s, nil), kube.Latest.Behaviour().Checks)
}

func publishable(t *schema.Tree, checks kube.Checks) bool {
	if t.Any(func(s *schema.Schema) bool { return !knownType(s.Type) }) {
		return false
	}
	return structural.Convertible(t, 0) && structural.Sound(t, checks)
}

// knownType reports whether a type is unset or one of OpenAPI v3.
func knownType(name string) bool {
	switch name {
	case "", "string", "number", "integer", "boolean", "array", "object":
		return true
	}
	return false
}
