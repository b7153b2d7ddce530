package crd

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/crdtool/crdtool/schema"
)

// SameSpec reports whether the server's comparison finds the specs of two CRDs equal, so that an update from one to the
// other changes nothing. Both CRDs must have their defaults.
func SameSpec(a, b *CustomResourceDefinition) bool {
	if !slices.EqualFunc(a.Spec.Versions, b.Spec.Versions, func(v, w Version) bool {
		return schema.Equal(v.OpenAPISchema(), w.OpenAPISchema())
	}) {
		return false
	}
	return equality.Semantic.DeepEqual(withoutSchemas(&a.Spec), withoutSchemas(&b.Spec))
}

// withoutSchemas returns a copy of a spec without schemas and without values derived from them.
func withoutSchemas(s *Spec) Spec {
	c := *s
	c.Shared = Shared{}
	if c.Conversion != nil {
		conversion := *c.Conversion
		conversion.Defaulted = false
		c.Conversion = &conversion
	}
	c.Versions = slices.Clone(s.Versions)
	for i := range c.Versions {
		c.Versions[i].Schema = nil
	}
	return c
}
