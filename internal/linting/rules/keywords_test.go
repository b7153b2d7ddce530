package rules

import (
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

// idle-keyword knows of every keyword whether it is one of a type, which these are
// not, or are in a way of their own.
func TestTypedKeywordsAreComplete(t *testing.T) {
	set := func(s *schema.Schema) (names []string) {
		for _, k := range typedKeywords {
			if k.isSet(s) {
				names = append(names, k.keyword)
			}
		}
		return names
	}
	schematest.Heeds(t, set,
		"id", "$schema", "$ref", "description", "type", "nullable", "title", "default", "enum", "allOf", "oneOf", "anyOf", "not",
		"definitions", "externalDocs", "example", "x-kubernetes-int-or-string", "x-kubernetes-validations",
		"exclusiveMaximum", "exclusiveMinimum", // without their bound they say nothing
		"format",                                                              // format-lax, integer-format
		"uniqueItems", "patternProperties", "dependencies", "additionalItems", // the server refuses them
		"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", // a type may be left out beside them
		"x-kubernetes-list-map-keys", "x-kubernetes-list-type", "x-kubernetes-map-type", // refused beside another type
	)
}
