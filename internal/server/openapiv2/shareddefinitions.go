package openapiv2

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
)

// sharedText holds the definitions that all CRDs share, as a kube-apiserver published them. Only the recorder in
// conformance/openapi writes it.
//
//go:embed shared.json
var sharedText []byte

// sharedDefinitions are definitions that the server adds to the document: meta for every CRD, scale for a CRD with the
// scale subresource.
type sharedDefinitions struct{ meta, scale spec.Definitions }

var newest = sync.OnceValue(func() sharedDefinitions { return divide(sharedText) })

// shared returns the shared definitions of a release.
func shared(of *resource.Generated) sharedDefinitions {
	if of.Same() {
		return newest()
	}
	var all map[string]any
	if err := json.Unmarshal(sharedText, &all); err != nil {
		panic("openapiv2: shared.json: " + err.Error())
	}
	of.PatchV2(all)
	toV2(all)
	text, err := json.Marshal(all)
	if err != nil {
		panic("openapiv2: " + err.Error()) // it was decoded from JSON
	}
	return divide(text)
}

func divide(text []byte) sharedDefinitions {
	s := sharedDefinitions{meta: spec.Definitions{}, scale: spec.Definitions{}}
	if err := json.Unmarshal(text, &s.meta); err != nil {
		panic("openapiv2: shared.json: " + err.Error())
	}
	for name, schema := range s.meta {
		if strings.HasPrefix(name, "io.k8s.api.autoscaling.") {
			s.scale[name] = schema
			delete(s.meta, name)
		}
	}
	return s
}

// toV2 converts schemas that were patched in the form of v3 to that of v2: without defaults, and with a plain reference
// where v3 wraps it into allOf.
func toV2(schemas map[string]any) {
	for _, s := range schemas {
		schemaToV2(s)
	}
}

func schemaToV2(s any) {
	schema, ok := s.(map[string]any)
	if !ok {
		return
	}
	delete(schema, "default")
	if all, _ := schema["allOf"].([]any); len(all) == 1 {
		of, _ := all[0].(map[string]any)
		if ref, _ := of["$ref"].(string); ref != "" {
			delete(schema, "allOf")
			schema["$ref"] = strings.Replace(ref, "#/components/schemas/", "#/definitions/", 1)
		}
	}
	if properties, ok := schema["properties"].(map[string]any); ok {
		toV2(properties)
	}
	schemaToV2(schema["items"])
	schemaToV2(schema["additionalProperties"])
}
