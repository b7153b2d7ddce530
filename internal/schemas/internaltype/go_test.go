package internaltype_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/internaltype"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// TestInGoHeedsEveryKeyword: a schema prints another text for each of its keywords.
func TestInGoHeedsEveryKeyword(t *testing.T) {
	var fields behaviour.Fields
	without := internaltype.OfSchema(&schema.Schema{}).InGo(fields)
	schematest.Heeds(t, func(s *schema.Schema) bool { return internaltype.OfSchema(s).InGo(fields) == without })
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
		if got := internaltype.OfRule(schema.ValidationRule{Rule: "r", Message: "m"}).InGo(b.Fields); got != "apiextensions.ValidationRule{"+want+"}" {
			t.Errorf("1.%d: %s", minor, got)
		}
	}
}

// TestItemsInGo: a list of schemas, sorted maps, and what is nil or empty.
func TestItemsInGo(t *testing.T) {
	text := internaltype.OfItems(&schema.Items{Schemas: []*schema.Schema{{
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

// TestRulesOfItemsInGo: a rule in the schema of items has the fields that the server's type has.
func TestRulesOfItemsInGo(t *testing.T) {
	rule := schema.ValidationRule{Rule: "r", Message: "m"}
	items := &schema.Items{Schemas: []*schema.Schema{{Rare: &schema.Rare{XValidations: []schema.ValidationRule{rule}}}}}
	for _, minor := range []int{25, 28, 33} {
		known := behaviour.Of(kube.Version{Minor: minor}).Fields
		text := internaltype.OfItems(items).InGo(known)
		if want := internaltype.OfRule(rule).InGo(known); !strings.Contains(text, want) {
			t.Errorf("1.%d: no %s in %s", minor, want, text)
		}
	}
}
