// Package record plays cases against a real API server and writes down its
// answers. Nothing else writes an answer.
package record

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/golden"
)

// Play sends the case's request and returns the server's answer. Requests are
// made with dryRun, which runs everything but the write; when Play returns, the
// server holds nothing of the case.
func Play(ctx context.Context, s *server.Server, c *golden.Case) (golden.Answer, error) {
	if c.Other != nil {
		other, err := install(ctx, s, c.Other, false)
		if err != nil {
			return golden.Answer{}, fmt.Errorf("other CRD: %w", err)
		}
		defer remove(ctx, s, other)
	}
	if c.Old == nil {
		return ask(ctx, s, newRequest(c, http.MethodPost, collection, c.CRD))
	}
	return update(ctx, s, c)
}

// newRequest returns the case's request with the given body.
func newRequest(c *golden.Case, method, path string, body []byte) request {
	r := request{
		method:      method,
		path:        path,
		query:       url.Values{"dryRun": {"All"}, "fieldValidation": {c.FieldValidation}},
		contentType: asYAML,
		body:        body,
	}
	if c.JSON {
		r.contentType = asJSON
	}
	return r
}
