package structural

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// Convertible reports whether the server can turn the schema below a node into
// its structural form.
func Convertible(t *schematree.Tree, id int32) bool {
	for i := id; i < t.Nodes[id].End; i++ {
		if fault(t.Nodes[i].Schema) != "" {
			return false
		}
	}
	return true
}

// ConversionError returns why the server cannot turn the schema below a node
// into its structural form, in its words, or "". Other checks report most of
// the causes with their place, and the server then keeps this one to itself.
func ConversionError(t *schematree.Tree, id int32) string {
	for i := id; i < t.Nodes[id].End; i++ {
		if text := fault(t.Nodes[i].Schema); text != "" {
			return text
		}
	}
	return ""
}

func fault(s *schema.Schema) string {
	switch {
	case s.ID() != "":
		return "OpenAPIV3Schema 'id' is not supported"
	case s.Schema() != "":
		return "OpenAPIV3Schema 'schema' is not supported"
	case s.Ref() != nil && *s.Ref() != "":
		return "OpenAPIV3Schema '$ref' is not supported"
	case s.PatternProperties().Len() > 0:
		return "OpenAPIV3Schema 'patternProperties' is not supported"
	case len(s.Dependencies()) > 0:
		return "OpenAPIV3Schema 'dependencies' is not supported"
	case s.AdditionalItems() != nil:
		return "OpenAPIV3Schema 'additionalItems' is not supported"
	case s.Definitions().Len() > 0:
		return "OpenAPIV3Schema 'definitions' is not supported"
	case s.XPreserveUnknownFields != nil && !*s.XPreserveUnknownFields:
		return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined"
	case s.Items != nil && len(s.Items.Schemas) > 0:
		return "OpenAPIV3Schema 'items' must be a schema, but is an array"
	}
	return ""
}
