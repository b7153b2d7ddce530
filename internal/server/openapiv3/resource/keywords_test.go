package resource_test

import (
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

// Every keyword is published, but for those that a structural schema does not
// have.
func TestEveryKeywordIsPublished(t *testing.T) {
	but := []string{"id", "$schema", "$ref", "definitions", "patternProperties", "dependencies", "additionalItems"}
	schematest.Heeds(t, resource.Convert, but...)
	inside := func(s *schema.Schema) *spec.Schema { return resource.Convert(&schema.Schema{Not: s}) }
	schematest.Heeds(t, inside, append(but, "additionalProperties")...)
}
