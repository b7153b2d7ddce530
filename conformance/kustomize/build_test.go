package main

import (
	"encoding/json"
	"fmt"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// build runs kustomize build on an object and a patch of it, and returns the object that it prints. Without a schema,
// kustomize uses the schema of an earlier build, or its own after openapi.ResetOpenAPI.
func build(schema, object, patch []byte) (map[string]any, error) {
	files := filesys.MakeFsInMemory()
	kustomization := "resources: [object.json]\npatches: [{path: patch.json}]\n"
	if schema != nil {
		kustomization += "openapi: {path: schema.json}\n"
	}
	for name, text := range map[string][]byte{"kustomization.yaml": []byte(kustomization), "object.json": object, "patch.json": patch, "schema.json": schema} {
		if err := files.WriteFile(name, text); err != nil {
			return nil, err
		}
	}
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(files, ".")
	if err != nil {
		return nil, err
	}
	if built.Size() != 1 {
		return nil, fmt.Errorf("kustomize prints %d objects", built.Size())
	}
	text, err := built.Resources()[0].MarshalJSON()
	if err != nil {
		return nil, err
	}
	var decoded map[string]any
	return decoded, json.Unmarshal(text, &decoded)
}
