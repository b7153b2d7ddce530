package openapiv3

import (
	_ "embed"
	"encoding/json"
	"maps"
	"strings"
	"sync"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/crdtool/crdtool/internal/server/openapiv3/resource"
)

// sharedText holds the schemas that all documents of CRDs share, as a kube-apiserver published them. Only the recorder
// in conformance/openapi writes it.
//
//go:embed shared.json
var sharedText []byte

// sharedSchemas are schemas that the server adds to documents: meta to all, scale to documents of a CRD with the scale
// subresource.
type sharedSchemas struct{ meta, scale map[string]*spec.Schema }

var newest = sync.OnceValue(func() sharedSchemas { return divide(sharedText) })

// shared returns the shared schemas of a release.
func shared(of *resource.Generated) sharedSchemas {
	if of.Same() {
		return newest()
	}
	var all map[string]any
	if err := json.Unmarshal(sharedText, &all); err != nil {
		panic("openapiv3: shared.json: " + err.Error())
	}
	of.Patch(all)
	text, err := json.Marshal(all)
	if err != nil {
		panic("openapiv3: " + err.Error()) // it was decoded from JSON
	}
	return divide(text)
}

func divide(text []byte) sharedSchemas {
	s := sharedSchemas{meta: map[string]*spec.Schema{}, scale: map[string]*spec.Schema{}}
	if err := json.Unmarshal(text, &s.meta); err != nil {
		panic("openapiv3: shared.json: " + err.Error())
	}
	for name, schema := range s.meta {
		if strings.HasPrefix(name, "io.k8s.api.autoscaling.") {
			s.scale[name] = schema
			delete(s.meta, name)
		}
	}
	return s
}

// SharedSchemas returns the schemas that a release's server adds to documents: those of metadata, and those of requests
// and responses. They must not be changed.
func SharedSchemas(of *resource.Generated) map[string]*spec.Schema {
	s := shared(of)
	all := maps.Clone(s.meta)
	maps.Copy(all, s.scale)
	return all
}
