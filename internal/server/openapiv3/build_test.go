package openapiv3_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"k8s.io/kube-openapi/pkg/spec3"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/server/openapiv3"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// The cases hold what a real server published, of the group's own schemas and,
// where they say so, paths.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/openapi/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			a := golden.Parse(text)
			docs, err := openapiv3.Build(crds(a), kube.Latest)
			if err != nil {
				t.Fatal(err)
			}
			recorded := 0
			for _, f := range a.Files {
				if strings.HasPrefix(f.Name, "v3/") {
					recorded++
				}
			}
			if recorded != len(docs) {
				t.Errorf("%d documents, want %d", len(docs), recorded)
			}
			for _, gv := range docs.GroupVersions() {
				want, ok := a.Get("v3/" + gv.String() + ".json")
				if !ok {
					t.Errorf("%s: the server publishes no such document", gv)
					continue
				}
				compare(t, gv.String(), want, docs[gv])
			}
		})
	}
}

func compare(t *testing.T, name string, want []byte, doc *spec3.OpenAPI) {
	t.Helper()
	var w, g map[string]any
	if err := json.Unmarshal(want, &w); err != nil {
		t.Fatal(err)
	}
	text, err := doc.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if server, err := doc.MarshalJSON(); err != nil || !bytes.Equal(server, text) {
		t.Errorf("%s: JSON writes other bytes than MarshalJSON (%v)", name, err)
	}
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	schemas := g["components"].(map[string]any)["schemas"].(map[string]any)
	for model := range schemas {
		if strings.HasPrefix(model, "io.k8s.api") {
			delete(schemas, model)
		}
	}
	if w["paths"] == nil {
		delete(g, "paths")
	}
	// Those two are the same in all documents, and compared with the corpus.
	delete(g, "openapi")
	delete(g, "info")
	if !reflect.DeepEqual(w, g) {
		got, _ := json.MarshalIndent(g, "", " ")
		t.Errorf("%s: want\n%s\ngot\n%s", name, want, got)
	}
}

func crds(a *golden.Archive) (all []*crd.CustomResourceDefinition) {
	for _, f := range a.Files {
		if !strings.HasPrefix(f.Name, "crd") {
			continue
		}
		c, _ := crd.Decode(source.Read(f.Name, f.Data).Documents[0])
		all = append(all, c)
	}
	return all
}

func TestOutputIsStable(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/openapi/versions.txtar")
	if err != nil {
		t.Fatal(err)
	}
	list := crds(golden.Parse(text))
	var first []byte
	for range 10 {
		docs, err := openapiv3.Build(list, kube.Latest)
		if err != nil {
			t.Fatal(err)
		}
		var all []byte
		for _, gv := range docs.GroupVersions() {
			doc, err := docs[gv].MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, doc...)
		}
		if first == nil {
			first = all
		}
		if !bytes.Equal(first, all) {
			t.Fatal("two runs write different bytes")
		}
		// The order of the CRDs has no meaning.
		list[0], list[1] = list[1], list[0]
	}
}

func TestBuildFails(t *testing.T) {
	widget := func() *crd.CustomResourceDefinition {
		c := &crd.CustomResourceDefinition{}
		c.Metadata.Name = "widgets.example.com"
		c.Spec.Group = "example.com"
		c.Spec.Names = crd.Names{Plural: "widgets", Kind: "Widget"}
		c.Spec.Versions = []crd.Version{{Name: "v1", Served: true}}
		return c
	}
	for _, test := range []struct {
		name string
		edit func(a, b *crd.CustomResourceDefinition)
		want string
	}{
		{"twice", func(a, b *crd.CustomResourceDefinition) {}, `there are two CustomResourceDefinitions "widgets.example.com"; remove one of them`},
		{"kind", func(a, b *crd.CustomResourceDefinition) { b.Spec.Names.Plural = "others" },
			`widgets.example.com and others.example.com both define the kind "Widget"; a cluster accepts only one of them`},
		{"list kind", func(a, b *crd.CustomResourceDefinition) {
			b.Spec.Names.Plural, b.Spec.Names.Kind = "others", "WidgetList"
		}, `widgets.example.com and others.example.com both define the kind "WidgetList"; a cluster accepts only one of them`},
		{"no kind", func(a, b *crd.CustomResourceDefinition) { a.Spec.Names.Kind = "" }, "widgets.example.com: spec.names.kind is missing, so nothing can be published"},
		{"no version", func(a, b *crd.CustomResourceDefinition) { a.Spec.Versions[0].Name = "" }, "widgets.example.com: spec.versions[0].name is missing, so nothing can be published"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, b := widget(), widget()
			test.edit(a, b)
			_, err := openapiv3.Build([]*crd.CustomResourceDefinition{a, b}, kube.Latest)
			if err == nil || err.Error() != test.want {
				t.Error(errors.Join(err, errors.New("want "+test.want)))
			}
		})
	}
}

// A CRD whose names were not accepted is not served.
func TestNotEstablished(t *testing.T) {
	c := &crd.CustomResourceDefinition{}
	c.Spec.Group = "example.com"
	c.Spec.Names = crd.Names{Plural: "widgets", Kind: "Widget"}
	c.Spec.Versions = []crd.Version{{Name: "v1", Served: true}}
	c.Status.Conditions = []crd.Condition{{Type: "NamesAccepted", Status: "False"}}
	docs, err := openapiv3.Build([]*crd.CustomResourceDefinition{c}, kube.Latest)
	if err != nil || len(docs) != 0 {
		t.Error(docs, err)
	}
}

// TestNamesThatNoReferenceHas publishes kinds that cannot stand in a URL, as a reference is one.
func TestNamesThatNoReferenceHas(t *testing.T) {
	for _, kind := range []string{"Thing%zz", "%"} {
		for _, names := range [...]crd.Names{
			{Kind: kind, ListKind: "ThingList", Plural: "things"},
			{Kind: "Thing", ListKind: kind, Plural: "things"},
		} {
			crds := []*crd.CustomResourceDefinition{{Spec: crd.Spec{
				Group: "example.com", Names: names, Scope: "Namespaced",
				Versions: []crd.Version{{Name: "v1", Served: true, Storage: true}},
			}}}
			_, v3 := openapiv3.Build(crds, kube.Latest)
			_, v2 := openapiv2.Build(crds, kube.Latest)
			for _, err := range []error{v3, v2} {
				if err == nil || !strings.Contains(err.Error(), "no reference can lead to a schema named") {
					t.Errorf("%+v: %v", names, err)
				}
			}
		}
	}
}
