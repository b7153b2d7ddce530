package schema_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/schemas/internaltype"
	"github.com/crdtool/crdtool/internal/testkit/schematest"
	"github.com/crdtool/crdtool/schema"
)

// decodeText reads a schema, and returns what it does not leave empty as JSON and its
// flaws, one a line.
func decodeText(t *testing.T, text string) (s *schema.Schema, set, flaws string) {
	t.Helper()
	f := source.Read("schema", []byte(text))
	if len(f.Documents) != 1 {
		t.Fatalf("%q: %+v", text, f.Problems)
	}
	d := &yamldecode.Decoder{}
	s, err := schema.FromValue(yamldecode.Node{Node: f.Documents[0].Root, By: d})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for i := range d.Flaws {
		lines = append(lines, describe(&d.Flaws[i]))
	}
	return s, nonZero(t, s), strings.Join(lines, "\n")
}

func describe(f *yamldecode.Flaw) string {
	text := fmt.Sprintf("%d:%d ", f.Node.Line(), f.Node.Column())
	switch f.Kind {
	case yamldecode.UnknownField:
		text += fmt.Sprintf("unknown %q of ", f.Field)
		if len(f.Known) == len(schematest.Keywords()) {
			text += "the keywords"
		} else {
			text += strings.Join(f.Known, ", ")
		}
	case yamldecode.DuplicateField:
		text += fmt.Sprintf("repeated %q", f.Field)
	case yamldecode.WrongType:
		text += "no " + f.Want
	}
	if f.Silent {
		text += ", silently"
	}
	return text
}

// nonZero prints a schema without the fields that hold nothing.
func nonZero(t *testing.T, s *schema.Schema) string {
	t.Helper()
	text, err := json.Marshal(internaltype.OfSchema(s))
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	text, _ = json.Marshal(strip(v))
	return string(text)
}

func strip(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			if e == nil || e == "" || e == false {
				delete(v, k)
			} else {
				v[k] = strip(e)
			}
		}
	case []any:
		for i := range v {
			v[i] = strip(v[i])
		}
	}
	return v
}

func TestDecodeFlaws(t *testing.T) {
	for _, test := range []struct{ name, text, set, flaws string }{
		{"a schema that is a list", "[type, string]", `{}`, "1:1 no v1.JSONSchemaProps"},
		{"a schema that is a text", "not: type", `{"Not":{}}`, "1:6 no v1.JSONSchemaProps"},
		{"a text that is a number", "type: 1", `{}`, "1:7 no string"},
		{"a text that is a list", "type: [a]", `{}`, "1:7 no string"},
		{"a reference that is a boolean", "$ref: true", `{}`, "1:7 no string"},
		{"a boolean that is a text", "nullable: a", `{}`, "1:11 no bool"},
		{"a boolean that is a list", "nullable: [true]", `{}`, "1:11 no bool"},
		{"a boolean that is a mapping", "nullable: {a: true}", `{}`, "1:11 no bool"},
		{"a boolean that may be absent and is a number", "x-kubernetes-preserve-unknown-fields: 1", `{}`, "1:39 no bool"},
		{"an integer that is a text", "maxLength: a", `{"MaxLength":0}`, "1:12 no int64"},
		{"an integer that is a list", "maxLength: [1]", `{"MaxLength":0}`, "1:12 no int64"},
		{"an integer that is a fraction", "maxLength: 1.5", `{"MaxLength":0}`, "1:12 no int64"},
		{"an integer beyond 32 bits", "maxLength: 4294967296", `{"MaxLength":4294967296}`, ""},
		{"a number that is a text", "maximum: a", `{}`, "1:10 no float64"},
		{"a number that is a list", "maximum: [1]", `{}`, "1:10 no float64"},
		{"an integer for a number", "maximum: 2", `{"Maximum":2}`, ""},
		{"a fraction", "maximum: 1.5", `{"Maximum":1.5}`, ""},
		{"a number beyond float64", `{"maximum": 1e400}`, `{}`, "1:13 no float64"},
		{"a number below float64", `{"maximum": -1e400}`, `{}`, "1:13 no float64"},
		{"a list of texts that is a text", "required: a", `{}`, "1:11 no []string"},
		{"a list of texts that is a mapping", "required: {a: b}", `{}`, "1:11 no []string"},
		{"a list of texts with a number", "required: [a, 1, b]", `{"Required":["a","","b"]}`, "1:15 no string"},
		{"a list of texts with a null", "required: [a, null]", `{"Required":["a",""]}`, ""},
		{"an enum that is a mapping", "enum: {a: b}", `{}`, "1:7 no []v1.JSON"},
		{"values of every type", "enum: [a, 1, 1.5, true, null, [a], {a: b}]", `{"Enum":["a",1,1.5,true,null,["a"],{"a":"b"}]}`, ""},
		{"a value beyond float64", `{"default": 1e400}`, `{}`, "1:13 no " + yamldecode.NumberInRange},
		{"a value below float64", `{"default": -1e400}`, `{}`, "1:13 no " + yamldecode.NumberInRange},
		{"such a value in a list", `{"default": [1, [1e400]]}`, `{}`, "1:13 no " + yamldecode.NumberInRange},
		{"such a value in a mapping", `{"default": {"a": {"b": 1e400}}}`, `{}`, "1:13 no " + yamldecode.NumberInRange},
		{"such a value in an enum", `{"enum": [1, 1e400]}`, `{"Enum":[1,null]}`, "1:14 no " + yamldecode.NumberInRange},
		{"values that fit", `{"default": {"a": [1e300, "1e400", {"b": 2.5}]}}`, `{"Default":{"a":[1e+300,"1e400",{"b":2.5}]}}`, ""},
		{"such a text in YAML", "default: 1e400", `{"Default":"1e400"}`, ""},
		{"schemas that are a mapping", "allOf: {a: {}}", `{}`, "1:8 no []v1.JSONSchemaProps"},
		{"schemas with a text", "allOf: [a, {}]", `{"AllOf":[{},{}]}`, "1:9 no v1.JSONSchemaProps"},
		{"schemas with a null", "allOf: [null]", `{"AllOf":[{}]}`, ""},
		{"properties that are a list", "properties: [{a: {}}]", `{}`, "1:13 no map[string]v1.JSONSchemaProps"},
		{"properties that are a text", "properties: a", `{}`, "1:13 no map[string]v1.JSONSchemaProps"},
		{"properties that are null", "properties: {a: null}", `{"Properties":{"a":{}}}`, ""},
		{"no properties", "properties: {}", `{"Properties":{}}`, ""},
		{"items that are a number", "items: 3", `{"Items":{}}`, ""},
		{"items that are a list", "items: [{type: a}]", `{"Items":{"JSONSchemas":[{"Type":"a"}]}}`, ""},
		{"additional properties that are a text", "additionalProperties: a", `{}`, "1:23 no a boolean or a schema"},
		{"additional properties that are a list", "additionalProperties: [a]", `{}`, "1:23 no a boolean or a schema"},
		{"additional properties that are false", "additionalProperties: false", `{"AdditionalProperties":{}}`, ""},
		{"additional properties that are true", "additionalProperties: true", `{"AdditionalProperties":{"Allows":true}}`, ""},
		{"additional properties that are a schema", "additionalProperties: {type: a}", `{"AdditionalProperties":{"Allows":true,"Schema":{"Type":"a"}}}`, ""},
		{"dependencies that are a list", "dependencies: [a]", `{"Dependencies":{}}`, "1:15 no v1.JSONSchemaDependencies"},
		{"dependencies of each kind", "dependencies: {a: {type: a}, b: [c], d: 1}", `{"Dependencies":{"a":{"Schema":{"Type":"a"}},"b":{"Property":["c"]},"d":{}}}`, ""},
		{"external docs that are a text", "externalDocs: a", `{"ExternalDocs":{}}`, "1:15 no v1.ExternalDocumentation"},
		{"rules that are a mapping", "x-kubernetes-validations: {a: b}", `{}`, "1:27 no v1.ValidationRules"},
		{"rules with a text", "x-kubernetes-validations: [a]", `{"XValidations":[{}]}`, "1:28 no v1.ValidationRule"},
		{"texts of a rule that are numbers", "x-kubernetes-validations: [{rule: 1, message: 2, messageExpression: 3, reason: 4, fieldPath: 5, optionalOldSelf: 6}]", `{"XValidations":[{}]}`,
			"1:35 no string\n1:47 no string\n1:69 no string\n1:80 no string\n1:94 no string\n1:114 no bool"},

		{"a keyword that nobody knows", "x: 1", `{}`, `1:1 unknown "x" of the keywords`},
		{"a keyword of a rule that nobody knows", "x-kubernetes-validations: [{x: 1}]", `{"XValidations":[{}]}`, `1:29 unknown "x" of rule, message, messageExpression, reason, fieldPath, optionalOldSelf`},
		{"a keyword of external docs that nobody knows", "externalDocs: {x: 1}", `{"ExternalDocs":{}}`, `1:16 unknown "x" of description, url`},
		{"a keyword twice", `{"type": "a", "type": "b"}`, `{"Type":"b"}`, `1:15 repeated "type"`},
		{"an unknown keyword twice", `{"x": "a", "x": "b"}`, `{}`, "1:2 unknown \"x\" of the keywords\n1:12 repeated \"x\"\n1:12 unknown \"x\" of the keywords"},
		{"a property twice", `{"properties": {"a": {"type": "x"}, "a": {"type": "y"}}}`, `{"Properties":{"a":{"Type":"y"}}}`, `1:37 repeated "a"`},

		{"unknown keywords below items", "items: {x: 1, properties: {a: {x: 1}}}\nx: 1", `{"Items":{"Schema":{"Properties":{"a":{}}}}}`,
			"1:9 unknown \"x\" of the keywords, silently\n1:32 unknown \"x\" of the keywords, silently\n2:1 unknown \"x\" of the keywords"},
		{"unknown keywords below a list of items", "items: [{x: 1}]", `{"Items":{"JSONSchemas":[{}]}}`, `1:10 unknown "x" of the keywords, silently`},
		{"unknown keywords below additional properties", "additionalProperties: {x: 1}", `{"AdditionalProperties":{"Allows":true,"Schema":{}}}`, `1:24 unknown "x" of the keywords, silently`},
		{"unknown keywords below dependencies", "dependencies: {a: {x: 1}}", `{"Dependencies":{"a":{"Schema":{}}}}`, `1:20 unknown "x" of the keywords, silently`},
		{"a repeated keyword below items", `{"items": {"type": "a", "type": "b"}}`, `{"Items":{"Schema":{"Type":"b"}}}`, `1:25 repeated "type", silently`},
		{"a wrong type below items", "items: {type: 1}", `{"Items":{"Schema":{}}}`, "1:15 no string"},
		{"an unknown keyword below not", "not: {x: 1}", `{"Not":{}}`, `1:7 unknown "x" of the keywords`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, set, flaws := decodeText(t, test.text)
			if set != test.set || flaws != test.flaws {
				t.Errorf("%s\nread: %s\nwant: %s\nflaws:\n%s\nwant:\n%s", test.text, set, test.set, flaws, test.flaws)
			}
		})
	}
}

// TestDecodeNull has every keyword null, by itself and after it had a value, which
// only JSON can write.
func TestDecodeNull(t *testing.T) {
	values := map[string]string{
		"required": `["a"]`, "enum": `["a"]`, "x-kubernetes-list-map-keys": `["a"]`, "allOf": `[{"type": "a"}]`, "oneOf": `[{"type": "a"}]`,
		"anyOf": `[{"type": "a"}]`, "not": `{"type": "a"}`, "items": `{"type": "a"}`, "properties": `{"a": {}}`, "patternProperties": `{"a": {}}`,
		"definitions": `{"a": {}}`, "dependencies": `{"a": ["b"]}`, "additionalItems": `true`, "additionalProperties": `true`,
		"externalDocs": `{"url": "a"}`, "x-kubernetes-validations": `[{"rule": "a"}]`, "$ref": `"a"`, "x-kubernetes-list-type": `"a"`, "x-kubernetes-map-type": `"a"`,
		"x-kubernetes-preserve-unknown-fields": "true", "maximum": "1", "minimum": "1", "multipleOf": "1", "maxLength": "1", "minLength": "1",
		"maxItems": "1", "minItems": "1", "maxProperties": "1", "minProperties": "1", "default": `"a"`, "example": `"a"`,
	}
	for _, keyword := range schematest.Keywords() {
		k := keyword.Name
		if s, set, flaws := decodeText(t, fmt.Sprintf(`{%q: null}`, k)); !reflect.DeepEqual(*s, schema.Schema{}) || flaws != "" {
			t.Errorf("%s: null is read as %s, with flaws %s", k, set, flaws)
		}
		value, ok := values[k]
		if !ok {
			continue // what is no pointer keeps its value
		}
		if _, before, _ := decodeText(t, fmt.Sprintf(`{%q: %s}`, k, value)); before == "{}" {
			t.Errorf("%s: %s is read as nothing", k, value)
		}
		if s, set, _ := decodeText(t, fmt.Sprintf(`{%[1]q: %s, %[1]q: null}`, k, value)); !reflect.DeepEqual(*s, schema.Schema{}) {
			t.Errorf("%s: null after %s leaves %s", k, value, set)
		}
	}
	for text, want := range map[string]string{
		`{"nullable": true, "nullable": null}`: `{"Nullable":true}`, `{"type": "a", "type": null}`: `{"Type":"a"}`, `{"nullable": true, "nullable": false}`: `{}`,
	} {
		if _, set, _ := decodeText(t, text); set != want {
			t.Errorf("%s is read as %s", text, set)
		}
	}
}

// Of a field that JSON repeats, what is a map or a struct is put together.
func TestDecodeTwice(t *testing.T) {
	for text, want := range map[string]string{
		`{"not": {"type": "a"}, "not": {"format": "b"}}`:                                           `{"Not":{"Format":"b","Type":"a"}}`,
		`{"externalDocs": {"url": "a"}, "externalDocs": {"description": "b"}}`:                     `{"ExternalDocs":{"Description":"b","URL":"a"}}`,
		`{"dependencies": {"a": ["b"], "x": ["y"]}, "dependencies": {"a": ["e"]}}`:                 `{"Dependencies":{"a":{"Property":["e"]},"x":{"Property":["y"]}}}`,
		`{"properties": {"a": {"type": "x"}, "b": {"type": "x"}}, "properties": {"b": {}}}`:        `{"Properties":{"a":{"Type":"x"},"b":{}}}`,
		`{"items": {"type": "a"}, "items": {"format": "b"}}`:                                       `{"Items":{"Schema":{"Format":"b"}}}`,
		`{"additionalProperties": {"type": "a"}, "additionalProperties": false}`:                   `{"AdditionalProperties":{}}`,
		`{"required": ["a", "b"], "required": ["c"]}`:                                              `{"Required":["c"]}`,
		`{"definitions": {"a": {"type": "x"}}, "definitions": {"b": {}}, "definitions": {"c": 1}}`: `{"Definitions":{"a":{"Type":"x"},"b":{},"c":{}}}`,
	} {
		if s, set, _ := decodeText(t, text); set != want {
			t.Errorf("%s is read as %s, want %s", text, set, want)
		} else if n := s.Properties.Len(); n > 2 {
			t.Errorf("%s: %d properties", text, n)
		}
	}
}

func TestRepeatedPropertiesComeLast(t *testing.T) {
	// What is repeated further down is not for that repeated here.
	for _, below := range []string{"", `, "properties": {"a": {}, "b": {}, "a": {}}`} {
		for names, want := range map[string]string{"abcadb": "c3 a4 d5 b6", "abb": "a1 b3", "abcb": "a1 c3 b4", "aaa": "a3", "abc": "a1 b2 c3"} {
			var text []string
			for i, name := range names {
				text = append(text, fmt.Sprintf(`"%c": {"type": "%d"%s}`, name, i+1, below))
			}
			s, _, _ := decodeText(t, `{"properties": {`+strings.Join(text, ", ")+"}}")
			var got []string
			for _, p := range s.Properties.All() {
				got = append(got, p.Name+p.Schema.Type)
			}
			if got := strings.Join(got, " "); got != want {
				t.Errorf("%s%s: %s, want %s", names, below, got, want)
			}
		}
	}
}
