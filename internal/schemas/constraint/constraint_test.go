package constraint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/constraint"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func TestOf(t *testing.T) {
	s, err := schema.Parse([]byte(`
type: object
required: [spec]
properties:
  spec:
    type: object
    x-kubernetes-validations:
    - rule: self.size != "large" || self.replicas >= 3
    - rule: self.size == oldSelf.size
    properties:
      size: {type: string, enum: [small, large], default: small, nullable: true}
      replicas: {type: integer, format: int32, minimum: 0, maximum: 10}
      host: {type: string, format: hostname, maxLength: 63, pattern: "^[a-z]"}
      ports:
        type: array
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [port]
        maxItems: 4
        items:
          type: object
          required: [port]
          properties: {port: {type: integer}}
      any: {type: object, x-kubernetes-preserve-unknown-fields: true}
      port: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}
      one:
        type: object
        properties: {a: {type: string}, b: {type: string}}
        oneOf: [{required: [a]}, {required: [b]}]
        allOf: [{minProperties: 1}]
        not: {required: [a, b]}
`))
	if err != nil {
		t.Fatal(err)
	}
	facts := schemafacts.Of(schematree.New(s, nil), false)
	all := constraint.Of(facts, behaviour.Of(kube.Latest))
	var got []string
	keys := map[string]bool{}
	for _, c := range all {
		got = append(got, fmt.Sprint(&c, " ", c.Effect))
		if keys[c.Key()] {
			t.Errorf("two have the key %s", c.Key())
		}
		keys[c.Key()] = true
	}
	want := strings.Split(strings.TrimSpace(`
the object required refuses
the object properties drops
spec properties drops
spec x-kubernetes-validations[0] refuses
spec x-kubernetes-validations[1] refuses
spec.size enum refuses
spec.size enum allows
spec.size enum allows
spec.size nullable allows
spec.size default fills
spec.replicas minimum refuses
spec.replicas maximum refuses
spec.host pattern refuses
spec.host format refuses
spec.host maxLength refuses
spec.ports maxItems refuses
spec.ports x-kubernetes-list-type refuses
spec.ports[*] required refuses
spec.ports[*] properties drops
spec.any x-kubernetes-preserve-unknown-fields allows
spec.one not refuses
spec.one oneOf refuses
spec.one oneOf allows
spec.one oneOf allows
spec.one properties drops
spec.one minProperties refuses
`), "\n")
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Of the types of the Kubernetes API and of embedded resources the field itself is the
// author's, and what is inside is not.
func TestGiven(t *testing.T) {
	s, err := schema.Parse([]byte(`
type: object
required: [env]
properties:
  env:
    type: array
    maxItems: 3
    items:
      type: object
      required: [name]
      properties:
        name: {type: string, maxLength: 63}
        value: {type: string}
        valueFrom:
          type: object
          properties:
            configMapKeyRef:
              type: object
              required: [key]
              properties: {key: {type: string}, name: {type: string, default: ""}, optional: {type: boolean}}
            fieldRef:
              type: object
              required: [fieldPath]
              properties: {apiVersion: {type: string}, fieldPath: {type: string}}
  template:
    type: object
    x-kubernetes-embedded-resource: true
    required: [spec]
    properties: {spec: {type: object, minProperties: 1}}
`))
	if err != nil {
		t.Fatal(err)
	}
	var own, given []string
	for _, c := range constraint.Of(schemafacts.Of(schematree.New(s, nil), false), behaviour.Of(kube.Latest)) {
		if c.Effect == constraint.Drops {
			continue
		}
		if c.Given {
			given = append(given, c.String())
		} else {
			own = append(own, c.String())
		}
	}
	if got, want := strings.Join(own, "; "), "the object required; env maxItems; template required; template x-kubernetes-embedded-resource"; got != want {
		t.Errorf("the author's: %s; want %s", got, want)
	}
	if len(given) != 6 || !slices.Contains(given, "env[*].name maxLength") || !slices.Contains(given, "template.spec minProperties") {
		t.Errorf("given: %q", given)
	}
}
