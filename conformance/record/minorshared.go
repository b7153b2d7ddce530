package record

import (
	"context"
	"errors"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/crdtool/crdtool/conformance/openapi"
	"github.com/crdtool/crdtool/conformance/server"
)

// shared asks what a server publishes of Kubernetes' own types.
func shared() []question {
	return []question{{openapi.SharedID, openapi.SharedHash(), func(ctx context.Context, s *server.Server) (a any, err error) {
		p := &served{Server: s}
		if err := p.serve(ctx, openapi.SharedCRD(), 0); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, p.forget(ctx)) }()
		docs, err := openapi.Fetch(ctx, s, []*v1.CustomResourceDefinition{&p.crd})
		return openapi.SharedOf(docs), err
	}}}
}
