package openapi

import (
	"context"
	"os"
	"strings"
)

// sharedCRD has all subresources, so that its documents hold every schema that
// the server adds to those of CRDs.
const sharedCRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: things.shared.example.com
spec:
  group: shared.example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
    schema:
      openAPIV3Schema:
        type: object
`

// recordShared writes the schemas that all CRDs' documents share, as a real
// server publishes them: those that the CRD's paths and schemas lead to, without
// its own.
func recordShared(ctx context.Context, v3File, v2File string) error {
	p, err := publish(ctx, [][]byte{SharedCRD()}, false)
	if err != nil {
		return err
	}
	own := func(path string) bool { return strings.HasPrefix(path, "/apis/shared.example.com/") }
	if err := writeShared(v3File, object(only(p.v3["shared.example.com/v1"], own), "components", "schemas")); err != nil {
		return err
	}
	return writeShared(v2File, object(only(p.v2, own), "definitions"))
}

func writeShared(file string, schemas document) error {
	for name := range schemas {
		if !isShared(name) {
			delete(schemas, name)
		}
	}
	text, err := encode(schemas)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
