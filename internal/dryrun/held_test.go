package dryrun_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/finding"
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

// TestMayFail asks of each rule whether it may refuse an update: if not, then the request is
// not refused by it, and if, then it is unless the rules were not evaluated.
func TestMayFail(t *testing.T) {
	r, all := ruledResource(t)
	tree := r.Tree("v1")
	passed, failed := 0, 0
	for i := range tree.Nodes {
		for k := range tree.Nodes[i].XValidations() {
			at := tree.Path(int32(i)).Child("x-kubernetes-validations").Index(k)
			for _, o := range all {
				for _, old := range all {
					may := r.Hold(o).MayFail(at, r.Hold(old))
					result, err := r.Update(o, old, dryrun.RequestOptions{FillResourceVersion: true, VerdictAlone: true})
					if err != nil {
						t.Fatal(err)
					}
					refused := slices.ContainsFunc(result.Findings, func(f finding.Finding) bool {
						return len(f.Related) > 0 && f.Related[0].Path.File() == at.File()
					})
					checked := !strings.Contains(result.APIServer.Message, "rules were not checked") && !strings.Contains(result.APIServer.Message, "less than or equal")
					switch {
					case refused && !may:
						t.Errorf("%v, of %v: %s refuses it", o.Value(), old.Value(), at.File())
					case checked && may && !refused && result.APIServer.Accepted && len(result.APIServer.Warnings) == 0:
						t.Errorf("%v, of %v: %s does not refuse it", o.Value(), old.Value(), at.File())
					}
					if may {
						failed++
					} else {
						passed++
					}
				}
			}
		}
	}
	if passed < 100 || failed < 100 {
		t.Errorf("rules passed %d times, and failed %d times", passed, failed)
	}
}

// TestFailsAgain asks of pairs of objects whether what is wrong with one is wrong with the
// other, and holds the answer against both requests.
func TestFailsAgain(t *testing.T) {
	r, all := ruledResource(t)
	told := 0
	for _, a := range all {
		first := r.Create(a, dryrun.RequestOptions{NoTrace: true})
		for _, b := range all {
			if !r.Begin(b, dryrun.RequestOptions{NoTrace: true}).FailsAgain(first.Findings) {
				continue
			}
			told++
			second := r.Create(b, dryrun.RequestOptions{NoTrace: true})
			if strings.Contains(second.APIServer.Message, "rules were not checked") {
				continue
			}
			for _, f := range first.Findings {
				same := func(g finding.Finding) bool {
					return g.ServerMessage() == f.ServerMessage() && g.Path.Server() == f.Path.Server()
				}
				if !slices.ContainsFunc(second.Findings, same) {
					t.Errorf("%v fails %q, and %v does not", a.Value(), f.ServerMessage(), b.Value())
				}
			}
		}
	}
	if told == 0 {
		t.Error("no two objects fail alike")
	}
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
