package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/kustomize/kyaml/openapi"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/output/patchschema"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// scenario is a repository with an overlay; built is the file in it that kustomize builds of the overlay.
const (
	scenario = "../../testdata/users/kustomize.txtar"
	built    = "built.yaml"
)

// readScenario returns the repository with the schema that crdtool writes into the overlay.
func readScenario() (archive *golden.Archive, schema []byte, err error) {
	text, err := os.ReadFile(scenario)
	if err != nil {
		return nil, nil, err
	}
	archive = golden.Parse(text)
	crds, _ := archive.Get("crds/routers.yaml")
	schema, err = schemaOf(string(crds))
	return archive, schema, err
}

// buildScenario returns what kustomize builds of the overlay with a schema.
func buildScenario(archive *golden.Archive, schema []byte) ([]byte, error) {
	files := filesys.MakeFsInMemory()
	for _, f := range archive.Files {
		if err := files.WriteFile(f.Name, f.Data); err != nil {
			return nil, err
		}
	}
	if err := files.WriteFile("overlay/schema.json", schema); err != nil {
		return nil, err
	}
	openapi.ResetOpenAPI()
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(files, "overlay")
	if err != nil {
		return nil, err
	}
	return resources.AsYaml()
}

// schemaOf returns the document that crdtool writes for CRDs.
func schemaOf(crds ...string) ([]byte, error) {
	var all []*crd.CustomResourceDefinition
	for _, doc := range source.Read("crds.yaml", []byte(strings.Join(crds, "\n---\n"))).Documents {
		c, flaws := crd.Decode(doc)
		if len(flaws) > 0 {
			return nil, fmt.Errorf("the CRD cannot be read: %v", flaws)
		}
		all = append(all, c)
	}
	doc, err := patchschema.Build(all, kube.Latest)
	if err != nil {
		return nil, err
	}
	return json.Marshal(doc)
}
