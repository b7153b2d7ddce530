package sample_test

import (
	"testing"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/sample"
	"github.com/crdtool/crdtool/internal/source"
)

const manyServices = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
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
            required: [services]
            x-kubernetes-validations:
            - rule: self.services.size() >= 4 || has(self.mode) && self.mode == 'few'
            properties:
              services: {type: array, minItems: 1, maxItems: 9, items: {type: string, maxLength: 9}}
              mode: {type: string, enum: [many, more]}
              host: {type: string, maxLength: 9}
              zone: {type: string, maxLength: 9}
              size: {type: object, properties: {cpu: {type: integer}}}
`

// TestHopeless looks for objects where a CEL rule fails that no search can repair: only the
// first search for a value that the rule does not speak of goes all the way.
func TestHopeless(t *testing.T) {
	c, flaws := crd.Decode(source.Read("crd.yaml", []byte(manyServices)).Documents[0])
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	g, err := sample.New(c, rules())
	if err != nil {
		t.Fatal(err)
	}
	budget := sample.Budget{Left: 100_000, Each: 1}
	cost := func(names ...string) int {
		before := budget.Left
		way := []finding.Segment{{Name: "spec"}}
		for _, name := range names {
			way = append(way, finding.Segment{Name: name})
		}
		if o := g.Holding("v1", way, &budget); o != nil {
			t.Errorf("%v: found %v", names, o)
		}
		return before - budget.Left
	}
	first := cost("host")
	for _, names := range [][]string{{"zone"}, {"size"}, {"size", "cpu"}, nil} {
		if n := cost(names...); n > first/5 {
			t.Errorf("%v costs %d, and the first search %d", names, n, first)
		}
	}
	if n := cost("mode"); n < first/5 {
		t.Errorf("mode costs %d, though the rule speaks of it", n)
	}
}
