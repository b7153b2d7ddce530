package celassist

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

const sampleText = `
type: object
required: [spec]
properties:
  metadata: {type: object}
  spec:
    type: object
    required: [mode]
    properties:
      mode: {type: string, enum: [fast, safe, "it's"], description: How it runs.}
      old-name: {type: string, description: "Deprecated: use mode."}
      namespace: {type: string}
      replicas: {type: integer, minimum: 0, maximum: 10, default: 3}
      port: {x-kubernetes-int-or-string: true}
      enabled: {type: boolean}
      started: {type: string, format: date-time}
      tags: {type: array, maxItems: 10, items: {type: string, maxLength: 20, enum: [a, b]}}
      labels: {type: object, maxProperties: 5, additionalProperties: {type: string, maxLength: 10}}
      loose: {type: object, x-kubernetes-preserve-unknown-fields: true}
      policies:
        type: array
        maxItems: 8
        items:
          type: object
          required: [name]
          properties:
            name: {type: string, maxLength: 63}
            kind: {type: string, enum: [x, z]}
            inner: {type: array, maxItems: 3, items: {type: object, properties: {deep: {type: integer}}}}
`

func sampleTree(t testing.TB) *schematree.Tree {
	t.Helper()
	s, err := schema.Parse([]byte(sampleText))
	if err != nil {
		t.Fatal(err)
	}
	s.OwnRare().XValidations = []schema.ValidationRule{{Rule: "true"}}
	return schematree.New(s, nil)
}

// sample returns an expression at the root of the sample, and the offset of the mark | in it.
func sample(t testing.TB, marked string, versions ...int) (*Expression, int) {
	t.Helper()
	list := []kube.Version{kube.Latest}
	for _, minor := range versions {
		list = append(list, kube.Version{Minor: minor})
	}
	at := strings.Index(marked, "|")
	return New(list).Schema(sampleTree(t)).Expression(marked[:at]+marked[at+1:], Place{}), at
}
