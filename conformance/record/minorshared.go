package record

import (
	"context"

	"github.com/crdtool/crdtool/conformance/openapi"
	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/golden"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// shared asks what a server publishes of Kubernetes' own types.
func (o MinorsOptions) shared() []question {
	return []question{{"shared", golden.Hash([]byte(openapi.SharedCRD)), func(ctx context.Context, s *server.Server) (a any, err error) {
		if publishes, err := openapi.Publishes(ctx, s); err != nil || !publishes {
			return Unplayable{"the server alone publishes nothing"}, err
		}
		c := &served{Server: s}
		if err := c.serve(ctx, []byte(openapi.SharedCRD), 0); err != nil {
			return nil, err
		}
		docs, err := openapi.Fetch(ctx, s, []*v1.CustomResourceDefinition{&c.crd})
		if err != nil {
			return nil, err
		}
		return openapi.SharedOf(docs[openapi.SharedDocument]), c.forget(ctx)
	}}}
}
