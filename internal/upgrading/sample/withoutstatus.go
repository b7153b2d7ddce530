package sample

import (
	"slices"

	"github.com/crdtool/crdtool/internal/server/crd"
)

// WithoutStatus returns a CRD without its status subresources. A create then stores and checks a status, as the
// status endpoint does.
func WithoutStatus(c *crd.CustomResourceDefinition) *crd.CustomResourceDefinition {
	out := *c
	out.Spec.Versions = slices.Clone(c.Spec.Versions)
	for i := range out.Spec.Versions {
		if v := &out.Spec.Versions[i]; v.HasStatus() {
			v.Subresources = &crd.Subresources{Scale: v.Subresources.Scale}
		}
	}
	return &out
}
