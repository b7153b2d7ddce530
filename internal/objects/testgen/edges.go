package testgen

import (
	"context"
	"io"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/schema"
)

// An Edge is an object at a limit of its schema.
type Edge struct {
	// Name describes the limit.
	Name   string
	Object map[string]any

	root *schema.Schema
}

// limits are the keywords of limits.
var limits = []string{
	"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
}

// Edges returns accepted objects at the limits of a version.
func Edges(ctx context.Context, c *crd.CustomResourceDefinition, version string, o Options) ([]Edge, error) {
	o.Skip = func(of string, c *constraint.Constraint) bool {
		return of != version || !slices.Contains(limits, c.Keyword)
	}
	one := *c
	one.Spec.Versions = slices.Clone(c.Spec.Versions)
	for i := range one.Spec.Versions {
		v := &one.Spec.Versions[i]
		v.Storage = v.Name == version // Generate begins with the storage version
	}
	s, err := Generate(ctx, &one, o)
	if err != nil {
		return nil, err
	}
	var all []Edge
	for _, t := range s.Tests {
		if len(t.of) == 0 {
			continue
		}
		for _, step := range t.Steps {
			if step.Refused == nil && step.Object["status"] == nil {
				all = append(all, Edge{t.Name, step.Object, t.root})
			}
		}
	}
	return all, nil
}

// WriteYAML writes the object with its fields in the order of the CRD.
func (e Edge) WriteYAML(w io.Writer) error { return encode(w, sample.Node(e.Object, e.root)) }
