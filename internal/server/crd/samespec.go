package crd

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/crdtool/crdtool/schema"
)

// SameSpec reports whether the specs of two CRDs are equal as the server compares them, so that an
// update from one to the other changes nothing. Both CRDs have their defaults.
func SameSpec(a, b *CustomResourceDefinition) bool {
	if !slices.EqualFunc(a.Spec.Versions, b.Spec.Versions, func(v, w Version) bool {
		return schema.Equal(v.OpenAPISchema(), w.OpenAPISchema())
	}) {
		return false
	}
	return equality.Semantic.DeepEqual(withoutSchemas(&a.Spec), withoutSchemas(&b.Spec))
}

// withoutSchemas returns a copy of a spec that has no schemas and nothing that follows from them.
func withoutSchemas(s *Spec) Spec {
	c := *s
	c.Shared = Shared{}
	if c.Conversion != nil {
		conversion := *c.Conversion
		conversion.Unsaid = false
		c.Conversion = &conversion
	}
	c.Versions = slices.Clone(s.Versions)
	for i := range c.Versions {
		c.Versions[i].Schema = nil
	}
	return c
}
