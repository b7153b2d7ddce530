package patchschema

import (
	_ "embed"
	"encoding/json"

	"k8s.io/kube-openapi/pkg/validation/spec"
)

// builtInText holds the parts of kustomize's own schema that decide how it merges objects of Kubernetes' kinds. Only
// the recorder in conformance/kustomize writes it.
//
//go:embed builtin.json
var builtInText []byte

// builtIn returns the definitions of Kubernetes' kinds.
func builtIn() spec.Definitions {
	var d spec.Definitions
	if err := json.Unmarshal(builtInText, &d); err != nil {
		panic("patchschema: builtin.json: " + err.Error())
	}
	return d
}
