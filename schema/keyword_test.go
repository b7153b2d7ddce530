package schema_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"

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
		var d schema.Decoder
		var got schema.Schema
		d.Schema(yamlnode.Of(n.Content[0]), &got)
		if len(d.Flaws) > 0 {
			t.Errorf("%s: %s has flaws: %v", k.Name, text, d.Flaws)
		}
		for _, other := range schematest.Keywords() {
			if zero := reflect.ValueOf(other.Value(&got)).IsValid() && !reflect.ValueOf(other.Value(&got)).IsZero(); zero != (other == k) {
				t.Errorf("%s: %s: the field %s is %v", k.Name, text, other.Field, other.Value(&got))
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

// Every schema in another is a node of the tree, which counts them before.
func TestTreeHasEverySchema(t *testing.T) {
	for _, k := range schematest.Keywords() {
		for _, s := range k.Schemas() {
			tree := schema.NewTree(s, nil)
			if want := schemasIn(reflect.ValueOf(s)); len(tree.Nodes) != want || cap(tree.Nodes) != want {
				t.Errorf("%s: %d nodes, counted as %d, of %d schemas", k.Name, len(tree.Nodes), cap(tree.Nodes), want)
			}
		}
	}
}

// schemasIn counts the schemas in a value.
func schemasIn(v reflect.Value) (n int) {
	if v.Type() == reflect.TypeFor[schema.Schema]() {
		n = 1
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			n += schemasIn(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			n += schemasIn(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += schemasIn(v.Field(i))
		}
	}
	return n
}

// The server's messages print every field under its name.
func TestInternalJSONHasEveryField(t *testing.T) {
	read := func(s *schema.Schema) (fields map[string]any) {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &fields); err != nil {
			t.Fatal(err)
		}
		return fields
	}
	for _, k := range schematest.Keywords() {
		all := k.Schemas()
		before, after := read(all[0]), read(all[1])
		for _, other := range schematest.Keywords() {
			if differs := !reflect.DeepEqual(before[other.Field], after[other.Field]); differs != (other == k) {
				t.Errorf("%s: the field %s is %v", k.Name, other.Field, after[other.Field])
			}
		}
	}
}

func TestFirstForbiddenBesideStatus(t *testing.T) {
	for _, k := range schematest.Keywords() {
		want := k.Name
		if slices.Contains(schema.AllowedBesideStatus, k.Field) && k.Name != "type" {
			want = ""
		}
		if got := k.Schemas()[1].FirstForbiddenBesideStatus(); got != want {
			t.Errorf("%s: %q is forbidden", k.Name, got)
		}
	}
	for _, name := range schema.AllowedBesideStatus {
		if !slices.Contains(schema.Keywords, schema.KeywordOf(name)) {
			t.Errorf("%s is no field", name)
		}
	}
	if got := (&schema.Schema{Type: "object", Enum: []any{}}).FirstForbiddenBesideStatus(); got != "enum" {
		t.Errorf("an empty list is set: %q", got)
	}
}
