package explain

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// Place returns the CRD of a resource that Find returned, and the path in it of the schema of a field. The path is
// nil if the CRD has no such schema, as for fields of metadata.
func Place(crds []*crd.CustomResourceDefinition, r *resource.Resource, path []string) (*crd.CustomResourceDefinition, []finding.Segment) {
	for _, c := range crds {
		if c.Spec.Group != r.Group || c.Spec.Names.Plural != r.Plural {
			continue
		}
		for i := range c.Spec.Versions {
			v := &c.Spec.Versions[i]
			if v.Name != r.Version || v.OpenAPISchema() == nil {
				continue
			}
			at := finding.Root("spec", "versions").Index(i).Child("schema", "openAPIV3Schema")
			if at = below(at, v.OpenAPISchema(), path); at != nil {
				return c, at.Segments()
			}
			return c, nil
		}
	}
	return nil, nil
}

// below returns the path of a field's schema; items of lists and values of maps need no step in path.
func below(at *finding.Path, s *schema.Schema, path []string) *finding.Path {
	for _, step := range path {
		for s.Property(step) == nil {
			switch {
			case s.ItemSchema() != nil:
				at, s = at.Child("items"), s.ItemSchema()
			case s.ValueSchema() != nil:
				at, s = at.Child("additionalProperties"), s.ValueSchema()
			default:
				return nil
			}
		}
		at, s = at.Child("properties").Key(step), s.Property(step)
	}
	return at
}
