package dryrun_test

import (
	"testing"

	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/dryrun"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
)

const ruled = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-validations:
        - rule: "!has(self.status) || self.status.a < 2"
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - rule: self.a != 1 || self.b != 1
              messageExpression: "'a is ' + string(self.a)"
            - rule: self.a >= oldSelf.a
            properties:
              a: {type: integer, default: 1, maximum: 3}
              b: {type: integer, default: 2}
          status:
            type: object
            properties:
              a: {type: integer}
`

func ruledResource(t testing.TB) (*dryrun.Resource, []dryrun.Object) {
	t.Helper()
	c, _ := crd.Decode(source.Read("widgets.yaml", []byte(ruled)).Documents[0])
	r, err := dryrun.New(c, dryrun.Server{Rules: dryrun.CEL(crd.NewChecker(kube.Latest.Behaviour()).Compiler())})
	if err != nil {
		t.Fatal(err)
	}
	var all []dryrun.Object
	for n := int64(-1); n < 5; n++ {
		for m := int64(-1); m < 3; m++ {
			spec := map[string]any{}
			if n >= 0 {
				spec["a"] = n
			}
			if m >= 0 {
				spec["b"] = m
			}
			all = append(all, dryrun.FromValue(map[string]any{
				"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "web"},
				"spec": spec, "status": map[string]any{"a": n},
			}))
		}
	}
	return r, all
}

// TestVerdictAlone makes requests with and without the objects that they result in.
func TestVerdictAlone(t *testing.T) {
	r, all := ruledResource(t)
	for _, o := range all {
		want, got := r.Create(o, dryrun.RequestOptions{}), r.Create(o, dryrun.RequestOptions{VerdictAlone: true})
		if got.Object != nil || got.Stored != nil || got.Kept != nil {
			t.Errorf("%v: there are objects", o.Value())
		}
		if got.APIServer.Accepted != want.APIServer.Accepted || got.APIServer.Code != want.APIServer.Code || got.APIServer.Message != want.APIServer.Message || len(got.Findings) != len(want.Findings) {
			t.Errorf("%v: got %+v, want %+v", o.Value(), got.APIServer, want.APIServer)
		}
	}
}
