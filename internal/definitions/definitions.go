// Package definitions gathers the CustomResourceDefinitions of a run that are
// taken for accepted ones: those whose documents, schemas and samples are written.
package definitions

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/schema"
)

// Set is a set of CRDs. The zero Set is empty.
type Set struct {
	// CRDs are in the order in which they were added.
	CRDs []*crd.CustomResourceDefinition
	// Unpublished are the schemas of which servers publish nothing but that they
	// are of an object.
	Unpublished []Unpublished

	places map[string]string // by name
}

// Unpublished is a schema that is not structural.
type Unpublished struct {
	// Place is the CRD's file and line, Name its name, Version the version.
	Place, Name, Version string
}

// Add adds the CRDs of a file, and passes over what is none. The error is for a
// file or a CRD that can't be read, since a document without one of its kinds
// would pass for a whole one, and for a second CRD of a name.
func (s *Set) Add(f *source.File) error {
	if len(f.Problems) > 0 {
		p := f.Problems[0]
		return fmt.Errorf("%s:%d: %s", f.Name, p.Pos.Line, p.Message)
	}
	for _, doc := range f.Documents {
		c, err := read(doc)
		if err != nil {
			return err
		}
		if c == nil {
			continue
		}
		place := fmt.Sprintf("%s:%d", f.Name, doc.Line())
		if first := s.places[c.Metadata.Name]; first != "" {
			return fmt.Errorf("%q is in %s and again in %s; remove one of them", c.Metadata.Name, first, place)
		}
		if s.places == nil {
			s.places = map[string]string{}
		}
		s.places[c.Metadata.Name] = place
		s.CRDs = append(s.CRDs, c)
		for i := range c.Spec.Versions {
			v := &c.Spec.Versions[i]
			if root := v.OpenAPISchema(); v.Served && root != nil && !resource.Publishable(root) {
				s.Unpublished = append(s.Unpublished, Unpublished{place, c.Metadata.Name, v.Name})
			}
		}
	}
	return nil
}

// read reads a document; it returns nil for one that is no CRD.
func read(doc *source.Document) (*crd.CustomResourceDefinition, error) {
	if !doc.MeantAsCRD() {
		return nil, nil
	}
	if !doc.IsCRD() {
		apiVersion, kind := doc.TypeMeta()
		return nil, fmt.Errorf("%s:%d: %s %s is not served by any supported Kubernetes version; run crdtool lint for details", doc.File.Name, doc.Line(), kind, apiVersion)
	}
	c, flaws := crd.Decode(doc)
	for _, f := range flaws {
		if f.Kind == schema.WrongType {
			return nil, fmt.Errorf("%s:%d: no server can read this CustomResourceDefinition; run crdtool lint for details", doc.File.Name, f.Node.Line)
		}
	}
	return c, nil
}
