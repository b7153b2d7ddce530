package structural

import (
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// unconvertible are the keywords with which there is no structural form.
var unconvertible = []string{"id", "$schema", "$ref", "patternProperties", "dependencies", "additionalItems", "definitions"}

func TestSaysNothingHeedsEveryKeyword(t *testing.T) {
	schematest.Heeds(t, func(s *schema.Schema) bool { return saysNothing(s, behaviour.Of(kube.Latest).Checks) }, append([]string{"type", "properties"}, unconvertible...)...)
	branch := func(s *schema.Schema) bool {
		s.Type = "integer"
		return onlyType(s, "integer", behaviour.Of(kube.Latest).Checks)
	}
	schematest.Heeds(t, branch, append([]string{"type"}, unconvertible...)...)
}

// A structural schema keeps every keyword or cannot be made.
func TestEveryKeywordIsConvertibleOrNot(t *testing.T) {
	heeded := func(s *schema.Schema) bool { return fault(s) == "" }
	var kept []string
	for _, k := range schematest.Keywords() {
		refused := false
		for _, s := range k.Schemas()[1:] {
			refused = refused || !heeded(s)
		}
		if !refused {
			kept = append(kept, k.Name)
		}
	}
	schematest.Heeds(t, heeded, kept...)
	for _, k := range schematest.Keywords() {
		s := k.Schemas()[1]
		if heeded(s) == saysNothing(s, behaviour.Of(kube.Latest).Checks) && k.Name != "type" && k.Name != "properties" {
			t.Errorf("%s neither keeps a schema from being converted nor says something in one that is", k.Name)
		}
	}
}

// What gives structure has no place in a junctor.
func TestNestedHeedsEveryKeyword(t *testing.T) {
	checks := func(s *schema.Schema) bool {
		c := &checker{tree: schematree.New(s, finding.Root("s"))}
		c.nested(&c.tree.Nodes[0])
		return len(c.found) == 0
	}
	schematest.Heeds(t, checks, append([]string{
		"format", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
		"maxItems", "minItems", "uniqueItems", "multipleOf", "enum", "maxProperties", "minProperties", "required",
		"items", "allOf", "oneOf", "anyOf", "not", "properties", // check values
		"externalDocs", "example", // the server forgets to look
	}, unconvertible...)...)
}
