package dryrun

import (
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// SchemaPath returns the schema of a version for a path in an object, and the path of the schema in the CRD's file. If
// the path has no schema, it returns the path of the last schema around it and nil.
func (r *Resource) SchemaPath(version string, at *finding.Path) (*finding.Path, *schema.Schema) {
	v := r.versions[version]
	if v == nil {
		return nil, nil
	}
	return v.find(at)
}

// SchemaAt returns the schema of a version for a path in an object, or nil.
func (r *Resource) SchemaAt(version string, at *finding.Path) *schema.Schema {
	v := r.versions[version]
	if v == nil || v.tree == nil {
		return nil
	}
	s := v.tree.Nodes[0].Schema
	for _, step := range at.Segments() {
		if _, s = below(s, step); s == nil {
			return nil
		}
	}
	return s
}

func (v *served) find(at *finding.Path) (*finding.Path, *schema.Schema) {
	if v == nil || v.tree == nil {
		return nil, nil
	}
	p, s := v.tree.Path(0), v.tree.Nodes[0].Schema
	for _, step := range at.Segments() {
		keyword, sub := below(s, step)
		if sub == nil {
			return p, nil
		}
		p, s = p.Child(keyword), sub
		if keyword == "properties" {
			p = p.Key(step.Name)
		}
	}
	return p, s
}

// below returns the schema of a field or an item inside a value with the schema s, and the keyword that contains it.
func below(s *schema.Schema, step finding.Segment) (keyword string, sub *schema.Schema) {
	if step.IsIndex {
		return "items", s.ItemSchema()
	}
	if property := s.Property(step.Name); property != nil {
		return "properties", property
	}
	return "additionalProperties", s.ValueSchema()
}
