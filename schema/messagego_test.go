package schema_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestInGoHeedsEveryKeyword: a schema prints another text for each of its keywords.
func TestInGoHeedsEveryKeyword(t *testing.T) {
	var fields behaviour.Fields
	without := (&schema.Schema{}).InGo(fields)
	schematest.Heeds(t, func(s *schema.Schema) bool { return s.InGo(fields) == without })
}

// TestRuleInGo: a rule has the fields that the server's type has.
func TestRuleInGo(t *testing.T) {
	for minor, want := range map[int]string{
		26: `Rule:"r", Message:"m"`,
		27: `Rule:"r", Message:"m", MessageExpression:""`,
		28: `Rule:"r", Message:"m", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:""`,
		29: `Rule:"r", Message:"m", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)`,
	} {
		b := behaviour.Of(kube.Version{Minor: minor})
		if got := (schema.ValidationRule{Rule: "r", Message: "m"}).InGo(b.Fields); got != "apiextensions.ValidationRule{"+want+"}" {
			t.Errorf("1.%d: %s", minor, got)
		}
	}
}

// TestItemsInGo: a list of schemas, sorted maps, and what is nil or empty.
func TestItemsInGo(t *testing.T) {
	text := (&schema.Items{Schemas: []*schema.Schema{{
		Properties: schema.NewProperties([]schema.Property{{Name: "b", Schema: &schema.Schema{}}, {Name: "a", Schema: &schema.Schema{}}}),
		Rare:       &schema.Rare{Dependencies: schema.Dependencies{{Name: "d", Property: []string{"x"}}, {Name: "c", Schema: &schema.Schema{}}}},
		Enum:       []any{nil, "x", 1.5},
		Required:   []string{},
	}}}).InGo(behaviour.Fields{})
	for _, want := range []string{
		"apiextensions.JSONSchemaPropsOrArray{Schema:(*apiextensions.JSONSchemaProps)(nil), JSONSchemas:[]apiextensions.JSONSchemaProps{apiextensions.JSONSchemaProps{ID:\"\"",
		`Properties:map[string]apiextensions.JSONSchemaProps{"a":apiextensions.JSONSchemaProps{`,
		`Dependencies:apiextensions.JSONSchemaDependencies{"c":apiextensions.JSONSchemaPropsOrStringArray{Schema:(*apiextensions.JSONSchemaProps)(0xc000000000), Property:[]string(nil)}, "d":apiextensions.JSONSchemaPropsOrStringArray{Schema:(*apiextensions.JSONSchemaProps)(nil), Property:[]string{"x"}}}`,
		`Enum:[]apiextensions.JSON{apiextensions.JSON(nil), "x", 1.5}`,
		`Required:[]string{}`, `AllOf:[]apiextensions.JSONSchemaProps(nil)`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
