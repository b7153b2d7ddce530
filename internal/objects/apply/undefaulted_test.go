package apply_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/kube"
)

// watcher has objects with defaults: one that is required nowhere, one that cannot be empty, one with a default of its own.
const watcher = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: watchers.bugs.example.org}
spec:
  group: bugs.example.org
  scope: Namespaced
  names: {plural: watchers, singular: watcher, kind: Watcher, listKind: WatcherList}
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
              injector: {type: object, required: [enable], properties: {enable: {type: boolean, default: true}}}
              probe: {type: object, properties: {seconds: {type: integer, default: 10}, path: {type: string, default: /<x>}}}
              nested: {type: object, properties: {more: {type: object, properties: {a: {type: integer, default: 1}}}}}
              reference: {type: object, required: [name], properties: {name: {type: string}, kind: {type: string, default: Widget}}}
              always: {type: object, default: {}, properties: {b: {type: integer, default: 2}}}
`

// TestDefaultsOfAbsentObjects: the trace says which defaults are not set, as the object around them is absent or was
// null; where it is there they are set.
func TestDefaultsOfAbsentObjects(t *testing.T) {
	set := apply.NewCRDs(kube.Latest, false)
	if err := set.Add(source.Read("crd.yaml", []byte(watcher))); err != nil {
		t.Fatal(err)
	}
	const enable, both = "spec.injector: absent, so the default in it is not set: enable = true", "spec.probe: absent, so the defaults in it are not set: path = \"/<x>\" and seconds = 10"
	for spec, want := range map[string][]string{
		"{}":                              {enable, both},
		"{injector: null}":                {enable, both},
		"{injector: {}, probe: {}}":       nil,
		"{injector: {}}":                  {both},
		"{injector: {enable: false}}":     {both},
		"{probe: {seconds: 3}}":           {enable},
		"{probe: {}, nested: {}}":         {enable, "spec.nested.more: absent, so the default in it is not set: a = 1"},
		"{probe: {}, nested: {more: {}}}": {enable},
	} {
		r := apply.New(set, apply.RunOptions{}).File(source.Read("a.yaml", []byte("apiVersion: bugs.example.org/v1\nkind: Watcher\nmetadata: {name: a}\nspec: "+spec+"\n")))
		if len(r.Results) != 1 || r.Summary.Created != 1 {
			t.Errorf("%s: %+v", spec, r.Results)
			continue
		}
		var got []string
		for _, s := range r.Results[0].Trace {
			if s.Stage == dryrun.Default && s.Action == dryrun.Skipped {
				got = append(got, s.Path+": "+s.Reason)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", spec, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
