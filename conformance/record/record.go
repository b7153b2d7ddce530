// Package record plays cases against a real API server and writes down its
// answers. Nothing else writes an answer.
package record

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// Play sends the case's request and returns the server's answer. Requests are
// made with dryRun, which runs everything but the write, unless the case asks for
// that; when Play returns, the server holds nothing of the case.
func Play(ctx context.Context, s *server.Server, c *golden.Case) (golden.Answer, error) {
	if c.Other != nil {
		other, err := install(ctx, s, c.Other, false)
		if err != nil {
			return golden.Answer{}, fmt.Errorf("other CRD: %w", err)
		}
		defer remove(ctx, s, other)
	}
	if c.Old == nil {
		if c.Written {
			return createForGood(ctx, s, c)
		}
		return ask(ctx, s, newRequest(c, http.MethodPost, collection, c.CRD))
	}
	return update(ctx, s, c)
}

// newRequest returns the case's request with the given body.
func newRequest(c *golden.Case, method, path string, body []byte) request {
	r := request{
		method:      method,
		path:        path,
		query:       url.Values{"fieldValidation": {c.FieldValidation}},
		contentType: asYAML,
		body:        body,
	}
	if !c.Written {
		r.query.Set("dryRun", "All")
	}
	if c.JSON {
		r.contentType = asJSON
	}
	return r
}

// createForGood creates the case's CRD, and removes it again if the server
// has taken it.
func createForGood(ctx context.Context, s *server.Server, c *golden.Case) (golden.Answer, error) {
	var named struct {
		Metadata struct{ Name string }
	}
	if err := yaml.Unmarshal(c.CRD, &named); err != nil {
		return golden.Answer{}, err
	}
	a, err := ask(ctx, s, newRequest(c, http.MethodPost, collection, c.CRD))
	if a.Accepted {
		remove(ctx, s, named.Metadata.Name)
	}
	return a, err
}
