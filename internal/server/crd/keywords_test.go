package crd

import (
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// unlooked are the keywords that the server refuses nowhere by themselves.
var unlooked = []string{
	"$schema", "description", "nullable", "format", "title", "default", "maximum", "exclusiveMaximum", "minimum",
	"exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems", "multipleOf", "enum", "maxProperties",
	"minProperties", "required", "allOf", "oneOf", "anyOf", "not", "properties", "additionalProperties", "externalDocs", "example",
	"x-kubernetes-embedded-resource", "x-kubernetes-int-or-string",
}

// A keyword is refused by itself, or listed as one that is not.
func TestEveryKeywordIsLookedAt(t *testing.T) {
	schematest.Heeds(t, func(s *schema.Schema) bool {
		if s.Type != "" {
			s.Type = "unheard-of"
		}
		k := checker{Checker: newest}
		k.require.validTypes = true
		if s.XPreserveUnknownFields != nil {
			*s.XPreserveUnknownFields = false
		}
		return len(k.keywords(schematree.New(s, finding.Root("s")))) == 0
	}, unlooked...)
}
