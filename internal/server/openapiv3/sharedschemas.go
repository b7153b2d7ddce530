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

// sharedText holds the schemas that all documents of CRDs have in common, as a
// kube-apiserver published them. It is written by the recorder in
// conformance/openapi and by nothing else.
//
//go:embed shared.json
var sharedText []byte

// sharedSchemas are schemas that the server adds to documents: meta to every one,
// scale to those of a CRD with the scale subresource.
type sharedSchemas struct{ meta, scale map[string]*spec.Schema }

var newest = sync.OnceValue(func() sharedSchemas { return divide(sharedText) })

// shared returns those of a release.
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
		panic("openapiv3: " + err.Error()) // it has been read from JSON
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

// SharedSchemas returns the schemas that the server of a release adds to documents: those of
// metadata and of what operations take and return. They are to be read, not
// changed.
func SharedSchemas(of *resource.Generated) map[string]*spec.Schema {
	s := shared(of)
	all := maps.Clone(s.meta)
	maps.Copy(all, s.scale)
	return all
}
