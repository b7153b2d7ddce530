package validate

import (
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/schema"
)

// DefaultSchema converts a structural schema to the form in which a server checks defaults: OpenAPI, without the
// formats and ranges of numbers that the server's validator does not check.
func DefaultSchema(s *schema.Schema, f *behaviour.Formats) *spec.Schema {
	out := OpenAPI(s)
	defaultsBefore(out, f)
	return out
}

func defaultsBefore(s *spec.Schema, f *behaviour.Formats) {
	if s == nil {
		return
	}
	if !f.ByType {
		s.Type = withoutRange(s.Type)
	}
	if !f.NamesInDefaults && behaviour.NameFormat(s.Format) {
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
