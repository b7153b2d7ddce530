package dryrun

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

// SchemaPath returns the place in the CRD's file of the schema that a place in
// an object has in a version, and that schema. Where the schema says nothing of
// it, it is the last schema on the way, and the second result is nil.
func (r *Resource) SchemaPath(version string, at *finding.Path) (*finding.Path, *schema.Schema) {
	v := r.versions[version]
	if v == nil {
		return nil, nil
	}
	return v.find(at)
}

// SchemaAt returns the schema that a place in an object has in a version; nil if there is none.
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

// below returns the schema of a field or an item of what has a schema, and the keyword that
// it stands in.
func below(s *schema.Schema, step finding.Segment) (keyword string, sub *schema.Schema) {
	if step.IsIndex {
		return "items", s.ItemSchema()
	}
	if property := s.Property(step.Name); property != nil {
		return "properties", property
	}
	return "additionalProperties", s.ValueSchema()
}
