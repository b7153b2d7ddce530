package crd

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Trees are the schemas of a CRD as the server stores them: one for each version, or only the first if all versions
// share it. The tree of a version without a schema is nil.
type Trees []*schematree.Tree

// Of returns the tree of version i, which has a schema at the path root.
func (t Trees) Of(s *Spec, i int, root *finding.Path) *schematree.Tree {
	if i < len(t) && t[i] != nil {
		return t[i].At(root)
	}
	return schematree.New(s.Versions[i].OpenAPISchema(), root)
}

// trees makes the trees of the schemas.
func trees(s *Spec) Trees {
	list := make(Trees, len(s.Versions))
	for i := range s.Versions {
		if o := s.Versions[i].OpenAPISchema(); o != nil {
			list[i] = schematree.New(o, s.validationPath(i).Child("openAPIV3Schema"))
		}
		if s.Shared.Schema {
			break
		}
	}
	return list
}

// validationPath returns the path at which the server reports findings about the schema of version i.
func (s *Spec) validationPath(i int) *finding.Path {
	p := version(i).Child("schema")
	if s.Shared.Schema {
		p = spec("validation").At(p)
	}
	return p
}
