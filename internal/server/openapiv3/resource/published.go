package resource

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/validate"
)

// Published returns the schema of a resource in the form of kube-openapi, without the parts that Native adds; nil if
// the resource has no schema.
func (r *Resource) Published() *spec.Schema {
	if r.Schema == nil {
		return nil
	}
	s := validate.UnfoldedOpenAPI(r.Schema)
	if !r.Of().DocsAndExamples {
		dropDocs(s)
	}
	return s
}

// dropDocs removes externalDocs and examples, which old servers do not know.
func dropDocs(s *spec.Schema) {
	s.ExternalDocs, s.Example = nil, nil
	for name, p := range s.Properties {
		dropDocs(&p)
		s.Properties[name] = p
	}
	if s.Items != nil {
		dropDocs(s.Items.Schema)
	}
	for _, list := range [...][]spec.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for i := range list {
			dropDocs(&list[i])
		}
	}
	if s.Not != nil {
		dropDocs(s.Not)
	}
	if s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil {
		dropDocs(s.AdditionalProperties.Schema)
	}
}
