package jsonschema_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/output/jsonschema"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

// Every value gets the verdict of the dry run, which is that of a server: closed
// schemas that of strict field validation, open ones that of pruning.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, spec string // spec is the schema of spec.x
		values     []string
	}{
		{"string", `{type: string, minLength: 2, pattern: "^a", enum: [ab, abc, b]}`, []string{`"ab"`, `"abcd"`, `"b"`, `1`, `null`, `{}`}},
		{"integer", `{type: integer, minimum: 1, exclusiveMinimum: true, maximum: 5}`, []string{`1`, `2`, `5`, `6`, `2.5`, `"2"`}},
		{"int32", `{type: integer, format: int32}`, []string{`2147483647`, `2147483648`, `-2147483649`}},
		{"number", `{type: number, multipleOf: 0.5, maximum: 3, exclusiveMaximum: true}`, []string{`0.5`, `0.6`, `3`, `3.5`}},
		{"boolean", `{type: boolean}`, []string{`true`, `"true"`, `null`}},
		{"int or string", `{x-kubernetes-int-or-string: true}`, []string{`1`, `"1"`, `1.5`, `true`, `null`, `{}`}},
		{"int or string, spelled", `{x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}], pattern: "^[0-9]+%$"}`, []string{`1`, `"1"`, `"1%"`, `[]`}},
		{"int or string in allOf", `{x-kubernetes-int-or-string: true, allOf: [{anyOf: [{type: integer}, {type: string}]}, {maximum: 3}]}`, []string{`1`, `4`, `"4"`, `true`}},
		{"nullable", `{type: string, nullable: true, minLength: 1}`, []string{`null`, `""`, `"a"`}},
		{"nullable enum", `{type: string, nullable: true, enum: [a]}`, []string{`null`, `"a"`, `"b"`}},
		{"null in an enum", `{type: string, nullable: true, enum: [a, null]}`, []string{`null`, `"a"`}},
		{"enum", `{type: string, enum: [a]}`, []string{`null`, `"a"`, `"b"`}},
		{"nullable with junctors", `{type: object, nullable: true, properties: {a: {type: string}}, not: {required: [a]}}`, []string{`null`, `{}`, `{"a": "b"}`}},
		{"null for an object", `{type: object, properties: {a: {type: string}}, anyOf: [{required: [a]}]}`, []string{`null`, `{}`, `{"a": "b"}`, `{"a": null}`}},
		{"unknown fields", `{type: object, properties: {a: {type: object, properties: {b: {type: string}}}}}`, []string{`{}`, `{"c": 1}`, `{"a": {"b": "x"}}`, `{"a": {"c": "x"}}`}},
		{"preserved", `{type: object, x-kubernetes-preserve-unknown-fields: true, properties: {a: {type: object, properties: {b: {type: string}}}}}`, []string{`{"c": {"d": 1}}`, `{"a": {"c": "x"}}`, `{"a": {"b": 1}}`}},
		{"preserved without type", `{x-kubernetes-preserve-unknown-fields: true}`, []string{`{"c": {"d": 1}}`, `1`, `null`, `[null]`}},
		{"preserved list", `{type: array, x-kubernetes-preserve-unknown-fields: true, items: {type: object, properties: {a: {type: string}}}}`, []string{`[{"b": 1}]`, `[{"a": 1}]`}},
		{"object of nothing", `{type: object}`, []string{`{}`, `{"a": 1}`}},
		{"map", `{type: object, additionalProperties: {type: integer}}`, []string{`{"a": 1}`, `{"a": "b"}`, `{"a": null}`}},
		{"map of anything", `{type: object, additionalProperties: true}`, []string{`{"a": 1}`, `{"a": null}`}},
		{"no fields", `{type: object, additionalProperties: false}`, []string{`{}`, `{"a": 1}`}},
		{"list", `{type: array, minItems: 1, maxItems: 2, items: {type: string}}`, []string{`[]`, `["a"]`, `["a", "b", "c"]`, `[null]`, `[1]`}},
		{"list of nullable", `{type: array, items: {type: string, nullable: true}}`, []string{`[null]`, `["a", null]`}},
		{"list of defaults", `{type: array, items: {type: string, default: a}}`, []string{`[null]`}},
		{"set", `{type: array, x-kubernetes-list-type: set, items: {type: string}}`, []string{`["a", "b"]`, `["a", "a"]`}},
		{"required", `{type: object, required: [a], properties: {a: {type: string}}}`, []string{`{}`, `{"a": "b"}`, `{"a": null}`}},
		{"required with a default", `{type: object, required: [a], properties: {a: {type: string, default: b}}}`, []string{`{}`, `{"a": "b"}`, `{"a": null}`, `{"a": 1}`}},
		{"required nullable", `{type: object, required: [a], properties: {a: {type: string, nullable: true}}}`, []string{`{}`, `{"a": null}`}},
		{"required without a type", `{type: object, required: [a], properties: {a: {x-kubernetes-preserve-unknown-fields: true}}}`, []string{`{}`, `{"a": null}`, `{"a": 1}`}},
		{"variants by default", `{type: object, properties: {t: {type: string, default: x}, v: {type: string}}, oneOf: [{properties: {t: {enum: [x]}, v: {minLength: 3}}}, {properties: {t: {not: {enum: [x]}}}}]}`,
			[]string{`{"v": "a"}`, `{"v": "abc"}`, `{"t": "y", "v": "a"}`, `{"t": "x", "v": "a"}`, `{}`}},
		{"variants by null", `{type: object, properties: {a: {type: string}, b: {type: string}}, oneOf: [{required: [a]}, {required: [b]}]}`,
			[]string{`{"a": "x", "b": null}`, `{"a": null}`, `{"a": "x", "b": "y"}`, `{"b": "y"}`}},
		{"embedded", `{type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: string}}}`,
			[]string{`{}`, `{"apiVersion": "v1", "kind": "A"}`, `{"apiVersion": "v1", "kind": "A", "metadata": {"labels": {"a": "b"}}, "spec": "c"}`, `{"apiVersion": "v1", "kind": "A", "other": 1}`}},
		{"uri", `{type: string, format: uri}`, []string{`"/path"`, `"https://example.com/a?b=c"`}},
		{"duration", `{type: string, format: duration}`, []string{`"1h30m"`, `"5 days"`}},
		{"ipv4", `{type: string, format: ipv4}`, []string{`"10.0.0.1"`, `"a"`}},
		{"date-time", `{type: string, format: date-time}`, []string{`"2026-01-02T03:04:05Z"`, `"yesterday"`}},
		{"unknown format", `{type: string, format: odd}`, []string{`"a"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			definition := func() *crd.CustomResourceDefinition {
				c, flaws := crd.Decode(source.Read("crd.yaml", []byte(strings.Replace(thing, "X", c.spec, 1))).Documents[0])
				if len(flaws) > 0 {
					t.Fatal(flaws)
				}
				return c
			}
			server, err := dryrun.New(definition(), dryrun.Server{})
			if err != nil {
				t.Fatal(err)
			}
			for _, open := range []bool{false, true} {
				docs, err := jsonschema.Export([]*crd.CustomResourceDefinition{definition()}, jsonschema.Options{AdditionalProperties: open})
				if err != nil {
					t.Fatal(err)
				}
				s := compile(t, docs[0].Schema)
				fields := dryrun.Strict
				if open {
					fields = dryrun.Warn
				}
				for _, value := range c.values {
					text := fmt.Sprintf(`{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "a"}, "spec": {"x": %s}}`, value)
					object, err := dryrun.FromJSON([]byte(text))
					if err != nil {
						t.Fatal(err)
					}
					want := server.Create(object, dryrun.RequestOptions{FieldValidation: fields}).APIServer
					var v any
					if err := json.Unmarshal([]byte(text), &v); err != nil {
						t.Fatal(err)
					}
					if err := s.Validate(v); (err == nil) != want.Accepted {
						schema, _ := json.Marshal(docs[0].Schema.Properties["spec"].Properties["x"])
						t.Errorf("open %v, %s: the server answers %d %s, the schema %v\n%s", open, value, want.Code, want.Message, err, schema)
					}
				}
			}
		})
	}
}

const thing = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              x: X
`
