package ownership_test

import (
	"fmt"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/ownership"
	"github.com/crdtool/crdtool/kube"
)

const pools = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: pools.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Pool, plural: pools}
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
              size: {type: integer}
              name: {type: string}
              tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [port]
                items: {type: object, required: [port], properties: {port: {type: integer}}}
`

func TestFlawsAreAtTheirItems(t *testing.T) {
	c, _ := crd.Decode(source.Read("crd.yaml", []byte(pools)).Documents[0])
	c.Default()
	m, err := ownership.NewTypes(c, kube.Latest, func(object map[string]any) map[string]any { return object }).Manager("v1", "")
	if err != nil {
		t.Fatal(err)
	}
	applied := map[string]any{
		"apiVersion": "example.com/v1", "kind": "Pool", "metadata": map[string]any{"name": "a", "namespace": "b"},
		"spec": map[string]any{
			"size": "3", "sise": int64(3), "nmae": "x",
			"tags": []any{"a", "b", "a"},
			"ports": []any{
				map[string]any{"port": int64(1)}, map[string]any{"prot": int64(1), "port": int64(2)},
				map[string]any{}, map[string]any{"port": int64(1)},
			},
		},
	}
	const want = `[spec.nmae spec.ports[2] spec.ports[1].prot spec.sise spec.size spec.tags[2]]`
	for range 20 {
		var at []string
		for _, f := range m.Flaws(applied) {
			at = append(at, f.At.Server())
		}
		if got := fmt.Sprint(at); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
}
