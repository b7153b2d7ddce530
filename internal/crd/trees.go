package crd

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

// trees lays out the schemas as the server holds them: one for each version, or
// only the first if all versions share it. The tree of a version without a
// schema is nil.
func trees(s *Spec) []*schema.Tree {
	list := make([]*schema.Tree, len(s.Versions))
	for i := range s.Versions {
		if o := s.Versions[i].OpenAPISchema(); o != nil {
			list[i] = schema.NewTree(o, s.validationPath(i).Child("openAPIV3Schema"))
		}
		if s.Shared.Schema {
			break
		}
	}
	return list
}

// validationPath is where the server reports on the schema of version i.
func (s *Spec) validationPath(i int) *finding.Path {
	p := version(i).Child("schema")
	if s.Shared.Schema {
		p = spec("validation").At(p)
	}
	return p
}
