package schema_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

// Equality looks at every keyword, and at all of its value.
func TestEqualHeedsEveryKeyword(t *testing.T) {
	for _, k := range schematest.Keywords() {
		all, copies := k.Schemas(), k.Schemas()
		for i, a := range all {
			for j, b := range copies {
				if schema.Equal(a, b) != (i == j) {
					t.Errorf("%s: Equal(%v, %v) is %t", k.Name, k.Value(a), k.Value(b), i != j)
				}
			}
		}
	}
}

// Every keyword that is written is read, into its own field.
func TestEveryKeywordIsDecoded(t *testing.T) {
	texts := map[string]string{
		"maximum": "1", "minimum": "1", "multipleOf": "1",
		"maxLength": "1", "minLength": "1", "maxItems": "1", "minItems": "1", "maxProperties": "1", "minProperties": "1",
		"enum": "[a]", "required": "[a]", "x-kubernetes-list-map-keys": "[a]",
		"items": "{type: string}", "not": "{type: string}", "additionalProperties": "{type: string}", "additionalItems": "false",
		"allOf": "[{type: string}]", "anyOf": "[{type: string}]", "oneOf": "[{type: string}]",
		"properties": "{a: {type: string}}", "patternProperties": "{a: {type: string}}", "definitions": "{a: {type: string}}",
		"dependencies": "{a: [b]}", "externalDocs": "{url: a, description: b}",
		"x-kubernetes-validations": "[{rule: a, message: b, messageExpression: c, reason: d, fieldPath: e, optionalOldSelf: true}]",
	}
	for _, k := range schematest.Keywords() {
		text, ok := texts[k.Name]
		if !ok {
			text = "a"
			if reflect.TypeOf(k.Value(&schema.Schema{})) == reflect.TypeFor[bool]() || reflect.TypeOf(k.Value(&schema.Schema{})) == reflect.TypeFor[*bool]() {
				text = "true"
			}
		}
		var n yaml.Node
		if err := yaml.Unmarshal([]byte(k.Name+": "+text), &n); err != nil {
			t.Fatal(err)
		}
		var d yamldecode.Decoder
		got, err := schema.FromValue(yamldecode.Node{Node: yamlnode.Of(n.Content[0]), By: &d})
		if err != nil || len(d.Flaws) > 0 {
			t.Errorf("%s: %s has flaws: %v", k.Name, text, d.Flaws)
		}
		for _, other := range schematest.Keywords() {
			if zero := reflect.ValueOf(other.Value(got)).IsValid() && !reflect.ValueOf(other.Value(got)).IsZero(); zero != (other == k) {
				t.Errorf("%s: %s: the field %s is %v", k.Name, text, other.Field, other.Value(got))
			}
		}
		if r := reflect.ValueOf(got.XValidations()); k.Field == "XValidations" {
			for i := range r.Index(0).NumField() {
				if r.Index(0).Field(i).IsZero() {
					t.Errorf("%s of a rule is not read", r.Index(0).Type().Field(i).Name)
				}
			}
		}
	}
}

// A schema that is written is read again as it was.
func TestMarshalJSON(t *testing.T) {
	for _, k := range schematest.Keywords() {
		for _, s := range k.Schemas() {
			text, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			got, err := schema.Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			again, err := json.Marshal(got)
			// A false beside a schema, and two values of a dependency, cannot be written.
			unwritable := k.Name == "additionalProperties" || k.Name == "additionalItems" || k.Name == "dependencies"
			if err != nil || !bytes.Equal(again, text) || !unwritable && !schema.Equal(got, s) {
				t.Errorf("%s is read as %v and written as %s: %v", text, k.Value(got), again, err)
			}
		}
	}
	const written = `{"type":"array","enum":[],"items":{"type":"object","properties":{"b":{},"a":{"additionalProperties":false}}}}`
	s, err := schema.Parse([]byte(written))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(s); err != nil || string(text) != written {
		t.Errorf("%s is written as %s: %v", written, text, err)
	}
}
