package openapiv2

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"

	"k8s.io/kube-openapi/pkg/validation/spec"
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

var shared = sync.OnceValue(func() sharedDefinitions {
	s := sharedDefinitions{meta: spec.Definitions{}, scale: spec.Definitions{}}
	if err := json.Unmarshal(sharedText, &s.meta); err != nil {
		panic("openapiv2: shared.json: " + err.Error())
	}
	for name, d := range s.meta {
		if strings.HasPrefix(name, "io.k8s.api.autoscaling.") {
			s.scale[name] = d
			delete(s.meta, name)
		}
	}
	return s
})
