package openapiv2_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// The cases hold what a real server published, of the group's own definitions
// and, where they say so, paths.
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
			doc, err := openapiv2.Build(crds(a), kube.Latest)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := a.Get("v2.json")
			var w, g map[string]any
			if err := json.Unmarshal(want, &w); err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(got, &g); err != nil {
				t.Fatal(err)
			}
			definitions := g["definitions"].(map[string]any)
			for model := range definitions {
				if strings.HasPrefix(model, "io.k8s.api") {
					delete(definitions, model)
				}
			}
			if w["paths"] == nil {
				delete(g, "paths")
				delete(g, "parameters")
			}
			delete(g, "swagger")
			delete(g, "info")
			if !reflect.DeepEqual(w, g) {
				got, _ = json.MarshalIndent(g, "", " ")
				t.Errorf("want\n%s\ngot\n%s", want, got)
			}
		})
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
		doc, err := openapiv2.Build(list, kube.Latest)
		if err != nil {
			t.Fatal(err)
		}
		all, err := doc.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = all
		}
		if !bytes.Equal(first, all) {
			t.Fatal("two runs write different bytes")
		}
		list[0], list[1] = list[1], list[0]
	}
}
