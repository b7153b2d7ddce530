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

func (v *served) find(at *finding.Path) (*finding.Path, *schema.Schema) {
	if v == nil || v.tree == nil {
		return nil, nil
	}
	p, s := v.tree.Path(0), v.tree.Nodes[0].Schema
	for _, step := range at.Segments() {
		switch property := s.Property(step.Name); {
		case step.IsIndex:
			if s.ItemSchema() == nil {
				return p, nil
			}
			p, s = p.Child("items"), s.ItemSchema()
		case property != nil:
			p, s = p.Child("properties").Key(step.Name), property
		case s.ValueSchema() != nil:
			p, s = p.Child("additionalProperties"), s.ValueSchema()
		default:
			return p, nil
		}
	}
	return p, s
}
