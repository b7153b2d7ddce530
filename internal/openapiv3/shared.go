package openapiv3

import (
	_ "embed"
	"encoding/json"
	"maps"
	"strings"
	"sync"

	"k8s.io/kube-openapi/pkg/validation/spec"
)

// sharedText holds the schemas that all documents of CRDs have in common, as a
// kube-apiserver published them. It is written by the recorder in
// conformance/openapi and by nothing else.
//
//go:embed shared.json
var sharedText []byte

// sharedSchemas are schemas that the server adds to documents: meta to every one,
// scale to those of a CRD with the scale subresource.
type sharedSchemas struct{ meta, scale map[string]*spec.Schema }

var shared = sync.OnceValue(func() sharedSchemas {
	s := sharedSchemas{meta: map[string]*spec.Schema{}, scale: map[string]*spec.Schema{}}
	if err := json.Unmarshal(sharedText, &s.meta); err != nil {
		panic("openapiv3: shared.json: " + err.Error())
	}
	for name, schema := range s.meta {
		if strings.HasPrefix(name, "io.k8s.api.autoscaling.") {
			s.scale[name] = schema
			delete(s.meta, name)
		}
	}
	return s
})

// SharedSchemas returns the schemas that the server adds to documents: those of
// metadata and of what operations take and return. They are to be read, not
// changed.
func SharedSchemas() map[string]*spec.Schema {
	all := maps.Clone(shared().meta)
	maps.Copy(all, shared().scale)
	return all
}
