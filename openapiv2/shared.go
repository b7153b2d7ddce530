package openapiv2

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/openapiv3/resource"
)

// sharedText holds the definitions that all CRDs have in common, as a
// kube-apiserver published them. It is written by the recorder in
// conformance/openapi and by nothing else.
//
//go:embed shared.json
var sharedText []byte

// sharedDefinitions are definitions that the server adds to the document. Meta
// is there for every CRD, scale for one with the scale subresource.
type sharedDefinitions struct{ meta, scale spec.Definitions }

var newest = sync.OnceValue(func() sharedDefinitions { return divide(sharedText) })

// shared returns those of a release.
func shared(of *resource.Generated) sharedDefinitions {
	if of.Same() {
		return newest()
	}
	var all map[string]any
	if err := json.Unmarshal(sharedText, &all); err != nil {
		panic("openapiv2: shared.json: " + err.Error())
	}
	of.Patch(all)
	asV2(all)
	text, err := json.Marshal(all)
	if err != nil {
		panic("openapiv2: " + err.Error()) // it has been read from JSON
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

// asV2 turns schemas that were patched as OpenAPI v3 has them into those of v2, which
// have no defaults, and references beside other keywords instead of in allOf.
func asV2(schemas map[string]any) {
	for _, s := range schemas {
		schemaAsV2(s)
	}
}

func schemaAsV2(s any) {
	schema, ok := s.(map[string]any)
	if !ok {
		return // additionalProperties may be a boolean, and what is not there is nil
	}
	delete(schema, "default")
	if all, ok := schema["allOf"].([]any); ok && len(all) == 1 {
		if only, ok := all[0].(map[string]any); ok && only["$ref"] != nil {
			delete(schema, "allOf")
			schema["$ref"] = only["$ref"]
		}
	}
	if ref, ok := schema["$ref"].(string); ok {
		schema["$ref"] = strings.Replace(ref, "#/components/schemas/", "#/definitions/", 1)
	}
	if properties, ok := schema["properties"].(map[string]any); ok {
		asV2(properties)
	}
	schemaAsV2(schema["items"])
	schemaAsV2(schema["additionalProperties"])
}
