package validate_test

import (
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// unconverted are the keywords that a structural schema does not have.
var unconverted = []string{
	"id", "$schema", "$ref", "definitions", "patternProperties", "dependencies", "additionalItems",
}

// TestOpenAPIHeedsEveryKeyword checks that each keyword of a structural schema is validated and published.
func TestOpenAPIHeedsEveryKeyword(t *testing.T) {
	schematest.Heeds(t, validate.OpenAPI, unconverted...)
	inside := func(s *schema.Schema) *spec.Schema { return validate.OpenAPI(&schema.Schema{Not: s}) }
	schematest.Heeds(t, inside, append(unconverted, "additionalProperties")...)
}

func TestObjectSchemaHeedsEveryKeyword(t *testing.T) {
	schematest.Heeds(t, func(s *schema.Schema) *spec.Schema {
		if s.Format != "" {
			s.Format = "date" // others are not in force
		}
		return validate.ObjectSchema(s, behaviour.Of(kube.Latest))
	}, append([]string{
		"description", "title", "default", "externalDocs", "example",
		"x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", // pruning, Meta
		"x-kubernetes-list-map-keys", "x-kubernetes-list-type", "x-kubernetes-map-type", "x-kubernetes-validations", // Lists and Rules
	}, unconverted...)...)
}
