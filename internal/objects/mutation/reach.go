package mutation

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

// A Reach is the set of schemas of a CRD that the values of requests reached. Requests cannot notice damage to
// other schemas.
type Reach map[*schema.Schema]struct{}

// Add adds the schemas that an object reaches, in any version: it may be converted. It expects an object with
// defaults.
func (r Reach) Add(c *crd.CustomResourceDefinition, object map[string]any) {
	if object == nil {
		return
	}
	for i := range c.Spec.Versions {
		if root := c.Spec.Versions[i].OpenAPISchema(); root != nil {
			r.value(root, object)
		}
	}
}

func (r Reach) value(s *schema.Schema, v any) {
	if s == nil {
		return
	}
	r[s] = struct{}{}
	if v == nil && s.Default != nil {
		v = s.Default
	}
	for _, a := range s.AllOf() {
		r.value(a, v)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, p := range s.Properties.All() {
			if e, there := v[p.Name]; there {
				r.value(p.Schema, e)
			} else if p.Schema != nil && p.Schema.Default != nil {
				r.value(p.Schema, p.Schema.Default)
			} else if p.Schema != nil && len(p.Schema.AllOf()) > 0 {
				for _, a := range p.Schema.AllOf() {
					if a.Default != nil {
						r.value(p.Schema, a.Default)
					}
				}
			}
		}
		if below := s.ValueSchema(); below != nil {
			for k, e := range v {
				if s.Property(k) == nil {
					r.value(below, e)
				}
			}
		}
	case []any:
		if below := s.ItemSchema(); below != nil {
			for _, e := range v {
				r.value(below, e)
			}
		}
	}
}

// Meets reports whether requests reached the schema that a mutant of a CRD damages. An absent field is reached
// only through its default.
func (m *Mutant) Meets(c *crd.CustomResourceDefinition, r Reach) bool {
	for i := range c.Spec.Versions {
		if s := follow(c.Spec.Versions[i].OpenAPISchema(), m.path); s != nil {
			if _, met := r[s]; met {
				return true
			}
		}
	}
	return false
}

// follow returns the schema at a place; nil if there is none.
func follow(s *schema.Schema, path []step) *schema.Schema {
	for _, to := range path {
		switch {
		case s == nil:
			return nil
		case to.role == schematree.RoleProperty:
			s = s.Property(to.name)
		case to.role == schematree.RoleItems:
			s = s.ItemSchema()
		case to.role == schematree.RoleAdditionalProperties:
			s = s.ValueSchema()
		case to.role == schematree.RoleAllOf && to.index < len(s.AllOf()):
			s = s.AllOf()[to.index]
		default:
			return nil
		}
	}
	return s
}
