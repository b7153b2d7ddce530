package openapiv3

import (
	"strings"

	kubeschema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
)

// Part is what one document is made of: the resources of a group and version.
type Part struct {
	// Frame is the same for parts whose documents differ in nothing but the name of the
	// version and the schemas of the resources, and Schemas for those that have the same
	// schemas. Frame is empty if the name decides about the order in a document.
	Frame, Schemas string

	resources []resource.Resource
}

// BuildParts returns what the documents that Build returns are made of, in the order of
// their groups and versions, for making one after the other: those of a CRD with very many
// versions are a thousand times as large as the CRD.
func BuildParts(crds []*crd.CustomResourceDefinition, v kube.Version) ([]Part, error) {
	resources, err := resource.All(crds, v)
	if err != nil {
		return nil, err
	}
	var parts []Part
	alike := resource.NewAlike()
	for start, end := 0, 0; start < len(resources); start = end {
		var frame, schemas strings.Builder
		named := true
		for end < len(resources) && resources[end].GroupVersion() == resources[start].GroupVersion() {
			r := &resources[end]
			frame.WriteString(alike.Frame(r) + "\n")
			schemas.WriteString(alike.Schema(r) + "\n")
			// The names of shared schemas begin with io.k8s.
			named = named && r.Group != "io" && !strings.HasPrefix(r.Model(), "io.k8s.")
			end++
		}
		part := Part{Schemas: schemas.String(), resources: resources[start:end]}
		if named {
			part.Frame = frame.String()
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// GroupVersion returns the group and version of the document.
func (p *Part) GroupVersion() kubeschema.GroupVersion { return p.resources[0].GroupVersion() }

// Document returns the document.
func (p *Part) Document() *spec3.OpenAPI {
	doc := newDocument(&p.resources[0])
	for i := range p.resources {
		if !p.replaced(i) {
			add(doc, &p.resources[i])
		}
	}
	return doc
}

// replaced reports whether another resource puts all into a document that one puts there:
// that of another version with the same name.
func (p *Part) replaced(i int) bool {
	if i+1 == len(p.resources) {
		return false
	}
	r, next := &p.resources[i], &p.resources[i+1]
	return r.Model() == next.Model() && (next.Status || !r.Status) && (next.Scale || !r.Scale)
}

// As is the part as it were if the version had another name, and without the schemas of the
// resources if it is to be bare.
func (p *Part) As(version string, bare bool) *Part {
	other := *p
	other.resources = make([]resource.Resource, len(p.resources))
	for i := range p.resources {
		r := p.resources[i].As(version)
		if bare {
			r.Schema = nil
		}
		other.resources[i] = *r
	}
	return &other
}

// EachModel calls a function with the schemas of the resources and the names that they have
// in the document, the last one where several have one name.
func (p *Part) EachModel(do func(name string, s *spec.Schema)) {
	for i := range p.resources {
		r := &p.resources[i]
		if i+1 == len(p.resources) || p.resources[i+1].Model() != r.Model() {
			do(r.Model(), Schema(r))
		}
	}
}
