package record

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

const (
	asJSON = "application/json"
	asYAML = "application/yaml"
)

// request is one call of the API server.
type request struct {
	method, path string
	query        url.Values
	contentType  string
	accept       string // JSON if empty
	userAgent    string // that of Go if empty
	body         []byte
}

// send makes the call and returns the response with its body.
func send(ctx context.Context, s *server.Server, r request) (*http.Response, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, r.method, s.URL+r.path+"?"+r.query.Encode(), bytes.NewReader(r.body))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Accept", cmp.Or(r.accept, asJSON))
	if r.contentType != "" {
		req.Header.Set("Content-Type", r.contentType)
	}
	if r.userAgent != "" {
		req.Header.Set("User-Agent", r.userAgent)
	}
	resp, err := s.Client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return resp, body, err
}

// ask makes the call and reads the answer. A connection that closes without a
// response is the mark of a panic in the server's code.
func ask(ctx context.Context, s *server.Server, r request) (golden.Answer, error) {
	resp, body, err := send(ctx, s, r)
	if errors.Is(err, io.EOF) {
		return golden.Answer{Panic: true}.Canonical(), nil
	}
	if err != nil {
		return golden.Answer{}, err
	}
	return read(resp, body)
}

// read reads the answer that a response is.
func read(resp *http.Response, body []byte) (golden.Answer, error) {
	a := golden.Answer{Code: resp.StatusCode, Accepted: resp.StatusCode/100 == 2}
	warnings, errs := utilnet.ParseWarningHeaders(resp.Header["Warning"])
	if len(errs) > 0 {
		return a, fmt.Errorf("warning headers %q: %w", resp.Header["Warning"], errors.Join(errs...))
	}
	for _, w := range warnings {
		a.Warnings = append(a.Warnings, w.Text)
	}
	if a.Accepted {
		return a.Canonical(), nil
	}

	var status metav1.Status
	if err := json.Unmarshal(body, &status); err != nil {
		return a, fmt.Errorf("%d %q: %w", resp.StatusCode, body, err)
	}
	a.Message = status.Message
	if status.Details != nil {
		for _, c := range status.Details.Causes {
			a.Causes = append(a.Causes, golden.Cause{Reason: string(c.Type), Field: c.Field, Message: c.Message})
		}
	}
	return a.Canonical(), nil
}
