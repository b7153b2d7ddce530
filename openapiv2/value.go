package openapiv2

import (
	"encoding/json"
	"fmt"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
)

// Document returns, as JSON, what the server publishes of CRDs in its OpenAPI v2
// document. Each is a value as a program holds it: a map that was decoded from JSON
// or YAML, or a struct that encoding/json writes as a CRD of apiextensions.k8s.io/v1.
// The error is for a value that is no CRD, and that of Build.
func Document(crds ...any) ([]byte, error) { return DocumentFor(kube.Latest, crds...) }

// DocumentFor is Document for a server of another version.
func DocumentFor(v kube.Version, crds ...any) ([]byte, error) {
	decoded, err := decode(crds)
	if err != nil {
		return nil, err
	}
	doc, err := Build(decoded, v)
	if err != nil {
		return nil, err
	}
	return json.Marshal(doc)
}

// Losses is ExplainLoss for CRDs as Document takes them.
func Losses(crds ...any) ([]Loss, error) { return LossesFor(kube.Latest, crds...) }

// LossesFor is Losses for a server of another version.
func LossesFor(v kube.Version, crds ...any) ([]Loss, error) {
	decoded, err := decode(crds)
	if err != nil {
		return nil, err
	}
	return ExplainLoss(decoded, v)
}

func decode(crds []any) ([]*crd.CustomResourceDefinition, error) {
	list := make([]*crd.CustomResourceDefinition, len(crds))
	for i, v := range crds {
		c, err := crd.FromValue(v)
		if err != nil {
			return nil, fmt.Errorf("CRD %d: %w", i+1, err)
		}
		list[i] = c
	}
	return list, nil
}
