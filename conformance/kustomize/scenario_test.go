package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/kustomize/kyaml/openapi"
)

// TestScenario holds the file that a user's repository has of kustomize. A schema without the kinds of Kubernetes is the
// trap of https://github.com/fluxcd/flux2/issues/5972: kustomize then drops the containers that a patch does not name.
func TestScenario(t *testing.T) {
	archive, schema, err := readScenario()
	if err != nil {
		t.Fatal(err)
	}
	got, err := buildScenario(archive, schema)
	if err != nil {
		t.Fatal(err)
	}
	if want, _ := archive.Get(built); !bytes.Equal(got, want) {
		t.Errorf("kustomize builds\n%s\nwant\n%s\nto write it: make record-kustomize", got, want)
	}
	var document spec.Swagger
	if err := json.Unmarshal(schema, &document); err != nil {
		t.Fatal(err)
	}
	delete(document.Definitions, "io.k8s.api.apps.v1.Deployment")
	if schema, err = json.Marshal(document); err != nil {
		t.Fatal(err)
	}
	trap, err := buildScenario(archive, schema)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(trap), "registry.example.com/cache:3.2") {
		t.Errorf("without the definition of Deployments, kustomize builds\n%s", trap)
	}
}

// TestSchemaOutlivesTheBuild: a program that builds several kustomizations, as controllers do, has the schema of an earlier
// one for those that name none.
func TestSchemaOutlivesTheBuild(t *testing.T) {
	archive, schema, err := readScenario()
	if err != nil {
		t.Fatal(err)
	}
	object, _ := archive.Get("base/router.yaml")
	patch, _ := archive.Get("overlay/router.yaml")
	listeners := func(schema []byte) int {
		router, err := build(schema, object, patch)
		if err != nil {
			t.Fatal(err)
		}
		return len(router["spec"].(map[string]any)["listeners"].([]any))
	}
	openapi.ResetOpenAPI()
	if before, with, after := listeners(nil), listeners(schema), listeners(nil); before != 2 || with != 3 || after != 3 {
		t.Errorf("%d listeners before the build with the schema, %d in it and %d after it, want 2, 3 and 3", before, with, after)
	}
}
