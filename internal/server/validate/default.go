package validate

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// DefaultSchema turns a structural schema into the form in which a server checks
// defaults against it: that of OpenAPI, for a server whose validator knows less.
func DefaultSchema(s *schema.Schema, f *kube.Formats) *spec.Schema {
	out := OpenAPI(s)
	if !f.ByType || !f.NamesInDefaults {
		defaultsBefore(out, f)
	}
	return out
}

func defaultsBefore(s *spec.Schema, f *kube.Formats) {
	if s == nil {
		return
	}
	if !f.ByType {
		s.Type = withoutRange(s.Type)
	}
	if !f.NamesInDefaults && kube.NameFormat(s.Format) {
		s.Format = ""
	}
	each := func(list []spec.Schema) {
		for i := range list {
			defaultsBefore(&list[i], f)
		}
	}
	each(s.AllOf)
	each(s.AnyOf)
	each(s.OneOf)
	defaultsBefore(s.Not, f)
	if s.Items != nil {
		defaultsBefore(s.Items.Schema, f)
	}
	if s.AdditionalProperties != nil {
		defaultsBefore(s.AdditionalProperties.Schema, f)
	}
	for name, p := range s.Properties {
		defaultsBefore(&p, f)
		s.Properties[name] = p
	}
}
