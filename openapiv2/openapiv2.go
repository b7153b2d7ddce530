// Package openapiv2 returns what kube-apiserver publishes for CustomResourceDefinitions in its OpenAPI v2 document, at
// /openapi/v2, and lists what that form loses of their schemas.
package openapiv2

import (
	"encoding/json"
	"fmt"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/openapiv2"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// Document returns, as JSON, what the server publishes of CRDs in its OpenAPI v2
// document. Each is a value as a program holds it: a map that was decoded from JSON
// or YAML, or a struct that encoding/json writes as a CRD of apiextensions.k8s.io/v1.
// The error is for a value that is no CRD, and for CRDs of which no document can be made.
func Document(crds ...any) ([]byte, error) { return DocumentFor(kube.Latest, crds...) }

// DocumentFor is Document for a server of another version.
func DocumentFor(v kube.Version, crds ...any) ([]byte, error) {
	decoded, err := decode(crds)
	if err != nil {
		return nil, err
	}
	doc, err := openapiv2.Build(decoded, v)
	if err != nil {
		return nil, err
	}
	return json.Marshal(doc)
}

// Loss is a keyword of a schema that OpenAPI v3 publishes and v2 does not.
type Loss = report.OpenAPIV2Loss

// Losses lists the keywords that Document does not publish and the OpenAPI v3 documents do, sorted by group, version,
// kind and field. It takes CRDs as Document does.
func Losses(crds ...any) ([]Loss, error) { return LossesFor(kube.Latest, crds...) }

// LossesFor is Losses for a server of another version.
func LossesFor(v kube.Version, crds ...any) ([]Loss, error) {
	decoded, err := decode(crds)
	if err != nil {
		return nil, err
	}
	return openapiv2.ExplainLoss(decoded, v)
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
