package docgen

import (
	"testing"

	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

// Every keyword that limits values is among the limits of a field, but for those
// that stand elsewhere: at its name, in its type, or with the fields below.
func TestLimitsHeedEveryKeyword(t *testing.T) {
	schematest.Heeds(t, func(s *schema.Schema) []Limit {
		merged, set, keyed, least, most := "atomic", "set", "map", 0.0, 9.0
		switch {
		case len(s.XListMapKeys()) > 0:
			s.OwnRare().XListType = &keyed
		case s.XListType() != nil:
			s.OwnRare().XListType = &set
		case s.XMapType() != nil:
			s.OwnRare().XMapType = &merged
		}
		if s.Maximum == nil {
			s.Maximum = &most // for what is exclusive
		}
		if s.Minimum == nil {
			s.Minimum = &least
		}
		return limitsOf(s)
	},
		"description", "title", "type", "format", "default", "required", "items", "properties", "additionalProperties",
		"x-kubernetes-embedded-resource", "x-kubernetes-int-or-string", "x-kubernetes-validations",
		"id", "$schema", "$ref", "definitions", "patternProperties", "dependencies", "additionalItems", "uniqueItems", // the server refuses them
	)
}
