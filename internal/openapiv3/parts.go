package openapiv3

import (
	kubeschema "k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
)

// Part is what one document is made of: the resources of a group and version.
type Part struct {
	resources []resource.Resource
	*common
}

// common is what the documents of a server have in common.
type common struct {
	shared      sharedSchemas
	makers      *resource.Makers
	meta, scale []resource.Part
	rest        []byte
}

// BuildParts returns what the documents that Build returns are made of, in the order of
// their groups and versions, for making one after the other: those of a CRD with very many
// versions are a thousand times as large as the CRD.
func BuildParts(crds []*crd.CustomResourceDefinition, v kube.Version) ([]Part, error) {
	resources, err := resource.Documented(crds, v)
	if err != nil || len(resources) == 0 {
		return nil, err
	}
	all, err := commonOf(&resources[0])
	if err != nil {
		return nil, err
	}
	var parts []Part
	for start, end := 0, 0; start < len(resources); start = end {
		for end < len(resources) && resources[end].GroupVersion() == resources[start].GroupVersion() {
			end++
		}
		parts = append(parts, Part{resources[start:end], all})
	}
	return parts, nil
}

func commonOf(r *resource.Resource) (*common, error) {
	c := &common{shared: shared(r.Generated())}
	c.makers = resource.NewMakers(
		func(p *resource.Path, r *resource.Resource) ([]byte, error) { return path(p, r).MarshalJSON() },
		func(r *resource.Resource) ([]byte, error) { return SchemaJSON(Schema(r)) },
		func(r *resource.Resource) ([]byte, error) { return SchemaJSON(native.List(r)) })
	c.meta, c.scale = parts(c.shared.meta), parts(c.shared.scale)
	doc := empty()
	doc.Paths.Paths[resource.PathHole] = &spec3.Path{}
	doc.Components.Schemas[resource.SchemaHole] = &spec.Schema{}
	var err error
	c.rest, err = doc.MarshalJSON()
	return c, err
}

func parts(of map[string]*spec.Schema) []resource.Part {
	list := make([]resource.Part, 0, len(of))
	for name, s := range of {
		list = append(list, resource.Shared(name, func() ([]byte, error) { return SchemaJSON(s) }))
	}
	return list
}

// GroupVersion returns the group and version of the document.
func (p *Part) GroupVersion() kubeschema.GroupVersion { return p.resources[0].GroupVersion() }

// Parts returns the document in parts.
func (p *Part) Parts() *resource.Document {
	doc := &resource.Document{Rest: p.rest}
	doc.Schemas = append(doc.Schemas, p.meta...)
	scaled := resource.LastScaled(p.resources)
	for i := range p.resources {
		if p.replaced(i) {
			continue
		}
		p.makers.Add(doc, &p.resources[i])
		if i == scaled {
			doc.Schemas = append(doc.Schemas, p.scale...)
		}
	}
	doc.Sort()
	return doc
}

// Document returns the document.
func (p *Part) Document() *spec3.OpenAPI {
	doc := newDocument(p.shared)
	for i := range p.resources {
		if !p.replaced(i) {
			add(doc, &p.resources[i], p.shared)
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
