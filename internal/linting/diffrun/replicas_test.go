package diffrun_test

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool"
)

// TestDiffOfReplicas: a bound on the field of the scale subresource breaks if, and only if, a value
// that was accepted is refused. The server refuses negative and large numbers there without it.
func TestDiffOfReplicas(t *testing.T) {
	const (
		plain = "{type: integer}"
		scale = "subresources: {scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.ready}}"
	)
	crd := func(subresources, replicas string) string {
		return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    ` + subresources + `
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {replicas: ` + replicas + `}}
          status: {type: object, properties: {ready: ` + replicas + `}}
`
	}
	values := []any{-2147483648, -1, 0, 1, 2147483646, 2147483647, 2147483648, 4294967296}
	accepts := func(text string, field, name string, v any) bool {
		cluster, err := crdtool.NewCluster(crdtool.ClusterOptions{}, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		object := map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "web", "namespace": "default"}, "spec": map[string]any{}}
		object[field] = map[string]any{name: v}
		result, err := cluster.Create(t.Context(), object, crdtool.RequestOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return result.APIServer.Accepted
	}
	broken, kept := 0, 0
	for _, subresources := range []string{scale, strings.Replace(scale, "{scale", "{status: {}, scale", 1), "subresources: {}"} {
		for _, bound := range []string{
			"minimum: 0", "minimum: 1", "minimum: -1", "minimum: 0, exclusiveMinimum: true", "minimum: -1, exclusiveMinimum: true",
			"maximum: 2147483647", "maximum: 2147483646", "maximum: 2147483648, exclusiveMaximum: true", "maximum: 2147483647, exclusiveMaximum: true",
			"minimum: 0, maximum: 4294967295", "format: int32", "format: int64", "format: double", "multipleOf: 2",
		} {
			old, new := crd(subresources, plain), crd(subresources, "{type: integer, "+bound+"}")
			breaks := false
			for _, v := range values {
				for field, name := range map[string]string{"spec": "replicas", "status": "ready"} {
					breaks = breaks || accepts(old, field, name, v) && !accepts(new, field, name, v)
				}
			}
			got, err := crdtool.Diff(t.Context(), crdtool.DiffOptions{}, crdtool.DiffSide{Texts: [][]byte{[]byte(old)}}, crdtool.DiffSide{Texts: [][]byte{[]byte(new)}})
			if err != nil {
				t.Fatal(err)
			}
			if (got.Summary.Breaking > 0) != breaks {
				t.Errorf("%s with %s: %d breaking changes, and values are refused that were accepted: %t", bound, subresources, got.Summary.Breaking, breaks)
			}
			linter, err := crdtool.NewLinter(crdtool.LintOptions{Stored: [][]byte{[]byte(old)}, Rules: map[string]string{"bounds-tightened": "on", "rule-added": "on", "type-changed": "on"}})
			if err != nil {
				t.Fatal(err)
			}
			linted := linter.Lint("crd.yaml", []byte(new))
			if (linted.Summary.Breaking > 0) != breaks {
				t.Errorf("%s with %s: lint finds %d breaking changes, and values are refused that were accepted: %t", bound, subresources, linted.Summary.Breaking, breaks)
			}
			if breaks {
				broken++
			} else {
				kept++
			}
		}
	}
	if broken < 10 || kept < 10 {
		t.Errorf("%d break, %d do not: not enough of each", broken, kept)
	}
}
