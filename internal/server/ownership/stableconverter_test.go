package ownership

import (
	"strings"
	"testing"
	"time"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
)

// The server finds errors by ranging over maps, and stops at a field that is not declared.
func TestRefusalsAreSteady(t *testing.T) {
	const text = `
apiVersion: apiextensions.k8s.io/v1
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
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              a: {type: string}
              b: {type: string}
              c: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: object, required: [k], properties: {k: {type: string}}}}
`
	c, flaws := crd.Decode(source.Read("crd.yaml", []byte(text)).Documents[0])
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	m, err := NewTypes(c, kube.Latest, func(object map[string]any) map[string]any { return object }).Manager("v1", "")
	if err != nil {
		t.Fatal(err)
	}
	applied := map[string]any{
		"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "w"},
		"spec": map[string]any{"a": int64(1), "b": int64(2), "x": "", "y": "", "c": []any{map[string]any{"k": "1", "z": ""}}},
	}
	for range 20 {
		_, err := m.Apply(m.New(), applied, "m", false, time.Time{})
		if err == nil {
			t.Fatal("accepted")
		}
		_, list, _ := strings.Cut(err.Error(), "errors:\n")
		var paths []string
		for line := range strings.Lines(list) {
			path, _, _ := strings.Cut(strings.TrimSpace(line), ": ")
			paths = append(paths, path)
		}
		if got, want := strings.Join(paths, " "), `.spec.a .spec.b .spec.c[k="1"].z .spec.x`; got != want {
			t.Fatalf("%s\nis about %s, want %s", err, got, want)
		}
		if n := len(m.Flaws(applied)); n != 5 {
			t.Fatalf("%d flaws, want 5", n)
		}
	}
}

// What is merged is also read at the version at which its manager applied before.
func TestRefusalsAtOtherVersionsAreSteady(t *testing.T) {
	const text = `
apiVersion: apiextensions.k8s.io/v1
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
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {a: {type: string}, b: {type: string}, c: {type: string}, d: {type: string}}}
  - name: v1beta1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {a: {type: string}}}
`
	c, flaws := crd.Decode(source.Read("crd.yaml", []byte(text)).Documents[0])
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	types := NewTypes(c, kube.Latest, func(object map[string]any) map[string]any { return object })
	apply := func(version string, live, spec map[string]any) (map[string]any, error) {
		m, err := types.Manager(version, "")
		if err != nil {
			t.Fatal(err)
		}
		if live == nil {
			live = m.New()
		}
		return m.Apply(live, map[string]any{
			"apiVersion": "example.com/" + version, "kind": "Widget", "metadata": map[string]any{"name": "w"}, "spec": spec,
		}, "m", false, time.Time{})
	}
	for range 20 {
		live, err := apply("v1beta1", nil, map[string]any{"a": "1"})
		if err != nil {
			t.Fatal(err)
		}
		live["apiVersion"] = "example.com/v1"
		live["metadata"].(map[string]any)["uid"] = "1"
		_, err = apply("v1", live, map[string]any{"b": "1", "c": "1", "d": "1"})
		const want = "failed to prune fields: failed to convert merged object to last applied version: .spec.b: field not declared in schema"
		if err == nil || err.Error() != want {
			t.Fatalf("got %v, want %s", err, want)
		}
	}
}
