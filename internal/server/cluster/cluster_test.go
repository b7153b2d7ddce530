package cluster_test

import (
	"fmt"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
)

const clusterWidgets = `
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
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer, default: 1}
              color: {type: string}
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties:
                    name: {type: string}
                    port: {type: integer}
          status:
            type: object
            properties:
              ready: {type: boolean}
`

var (
	kind = cluster.Kind{Group: "example.com", Kind: "Widget"}
	web  = cluster.Target{Key: cluster.Key{Kind: kind, Namespace: "default", Name: "web"}, Version: "v1"}
)

func newCluster(t testing.TB, text string) *cluster.Cluster {
	t.Helper()
	f := source.Read("crd.yaml", []byte(text))
	d, flaws := crd.Decode(f.Documents[0])
	if len(flaws) > 0 {
		t.Fatal(flaws)
	}
	r, err := dryrun.New(d, dryrun.Server{})
	if err != nil {
		t.Fatal(err)
	}
	c := cluster.New()
	c.Install(kind, r)
	return c
}

func object(t testing.TB, text string) dryrun.Object {
	t.Helper()
	return dryrun.FromDocument(source.Read("object.yaml", []byte("apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: web}\n"+text)).Documents[0])
}

func apply(t testing.TB, c *cluster.Cluster, manager, text string, force bool) *dryrun.Result {
	t.Helper()
	r, err := c.Patch(web, dryrun.Patch{Type: dryrun.ApplyPatch, Applied: object(t, text), Force: force}, dryrun.RequestOptions{Manager: manager})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestApplied walks through the life of an object with two managers.
func TestApplied(t *testing.T) {
	c := newCluster(t, clusterWidgets)
	check := func(r *dryrun.Result, code int, spec string) {
		t.Helper()
		if r.APIServer.Code != code || code < 300 && fmt.Sprint(r.Object["spec"]) != spec {
			t.Errorf("%d %s: %v, want %d %s", r.APIServer.Code, r.APIServer.Message, r.Object["spec"], code, spec)
		}
	}
	check(apply(t, c, "a", "spec: {color: red, ports: [{name: http, port: 80}]}", false), 201,
		"map[color:red ports:[map[name:http port:80]] size:1]")
	check(apply(t, c, "b", "spec: {ports: [{name: https, port: 443}]}", false), 200,
		"map[color:red ports:[map[name:http port:80] map[name:https port:443]] size:1]")
	r := apply(t, c, "b", "spec: {color: blue}", false)
	check(r, 409, "")
	if want := `Apply failed with 1 conflict: conflict with "a": .spec.color`; r.APIServer.Message != want {
		t.Errorf("got %q, want %q", r.APIServer.Message, want)
	}
	check(apply(t, c, "b", "spec: {color: blue}", true), 200, "map[color:blue ports:[map[name:http port:80]] size:1]")
	check(apply(t, c, "a", "spec: {size: 2}", false), 200, "map[color:blue size:2]")
	r = apply(t, c, "a", "spec: {siz: 2}", false)
	check(r, 500, "")
	if want := `failed to create typed patch object (/web; example.com/v1, Kind=Widget): .spec.siz: field not declared in schema`; r.APIServer.Message != want {
		t.Errorf("got %q, want %q", r.APIServer.Message, want)
	}
	merged, err := c.Patch(web, dryrun.Patch{Type: dryrun.MergePatch, Body: []byte(`{"spec":{"size":null,"color":"green"}}`)}, dryrun.RequestOptions{Manager: "c"})
	if err != nil {
		t.Fatal(err)
	}
	check(merged, 200, "map[color:green size:1]")
}
