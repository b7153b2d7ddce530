package jsonschema

import (
	"maps"
	"slices"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/kube"
)

func definitionRef(model string) string { return "#/definitions/" + model }

// metaDefinitions returns the schemas of metadata. The server decodes metadata into a Go type, for which null
// equals an absent value.
func metaDefinitions(v kube.Version, open bool) map[string]*Schema {
	server := behaviour.Of(v)
	shared := openapiv3.SharedSchemas(resource.GeneratedOf(&server.OpenAPI))
	out := map[string]*Schema{}
	var add func(model string)
	add = func(model string) {
		if out[model] != nil || shared[model] == nil {
			return
		}
		m := metaConverter{open: open}
		out[model] = m.convert(shared[model])
		for _, used := range m.uses {
			add(used)
		}
	}
	add(resource.ObjectMetaModel)
	return out
}

// A metaConverter converts schemas that are generated from Go types, which use few keywords.
type metaConverter struct {
	open bool
	uses []string
}

func (m *metaConverter) convert(s *spec.Schema) *Schema {
	if model := refersTo(s); model != "" {
		m.uses = append(m.uses, model)
		ref := &Schema{Ref: definitionRef(model)}
		return &Schema{Description: s.Description, AnyOf: []*Schema{ref, {Type: Types{"null"}}}}
	}
	out := &Schema{Description: s.Description, XFormat: s.Format, Required: s.Required}
	if len(s.Type) > 0 {
		out.Type = append(slices.Clone([]string(s.Type)), "null")
	}
	if s.Format == "date-time" {
		out.Format, out.XFormat = s.Format, ""
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[name]
		out.set(name, m.convert(&p))
	}
	if s.Items != nil {
		out.Items = m.convert(s.Items.Schema)
	}
	switch a := s.AdditionalProperties; {
	case a != nil && a.Schema != nil:
		out.AdditionalProperties = m.convert(a.Schema)
	case len(s.Properties) > 0 && !m.open:
		out.AdditionalProperties = false
	}
	out.annotated = new(annotated)
	out.XListType, _ = s.Extensions["x-kubernetes-list-type"].(string)
	out.XMapType, _ = s.Extensions["x-kubernetes-map-type"].(string)
	return out
}

// refersTo returns the name of the schema that s refers to, or "".
func refersTo(s *spec.Schema) string {
	ref := s.Ref.String()
	if ref == "" && len(s.AllOf) == 1 {
		ref = s.AllOf[0].Ref.String()
	}
	return ref[strings.LastIndexByte(ref, '/')+1:]
}
