package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilnet "k8s.io/apimachinery/pkg/util/net"

	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// recorder passes kubectl's requests on and keeps those for objects.
type recorder struct {
	next http.RoundTripper
	// groups are those of the CRDs.
	groups map[string]metav1.APIGroup
	kept   []golden.Exchange
	err    error
}

// The namespaces that there are beside default.
const namespace = "team-a"

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
		req.Body.Close()
		req = req.Clone(req.Context())
		req.Body = io.NopCloser(bytes.NewReader(body))
	}
	var resp *http.Response
	var err error
	if name, ok := strings.CutPrefix(req.URL.Path, "/api/v1/namespaces/"); ok {
		resp = answerNamespace(req, name)
	} else if req.URL.Path == "/apis" {
		resp = r.answerGroups(req)
	} else if resp, err = r.next.RoundTrip(req); err != nil {
		return nil, err
	}
	if !r.isObject(req.URL.Path) {
		return resp, nil
	}
	text, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(text))
	e, err := exchange(req, body, resp, text)
	if err != nil {
		r.err = err
	}
	r.kept = append(r.kept, e)
	return resp, nil
}

// isObject reports whether a path is that of an object, of all of a kind, or of a
// namespace.
func (r *recorder) isObject(path string) bool {
	part := strings.Split(strings.TrimPrefix(path, "/"), "/")
	return len(part) > 3 && part[0] == "apis" && r.groups[part[1]].Name != "" || strings.HasPrefix(path, "/api/v1/namespaces/")
}

// exchange is what is kept of a request and its answer.
func exchange(req *http.Request, body []byte, resp *http.Response, text []byte) (golden.Exchange, error) {
	e := golden.Exchange{Method: req.Method, Path: req.URL.Path, Query: req.URL.Query().Encode(),
		ContentType: req.Header.Get("Content-Type"), Code: resp.StatusCode}
	var err error
	if len(body) > 0 {
		if e.Body, err = compact(body); err != nil {
			return e, fmt.Errorf("request %q: %w", body, err)
		}
	}
	if e.Answer, err = compact(text); err != nil {
		return e, fmt.Errorf("answer %q: %w", text, err)
	}
	warnings, errs := utilnet.ParseWarningHeaders(resp.Header["Warning"])
	if len(errs) > 0 {
		return e, errs[0]
	}
	for _, w := range warnings {
		e.Warnings = append(e.Warnings, w.Text)
	}
	return e, nil
}

func compact(text []byte) (json.RawMessage, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// answerNamespace answers for the part of a cluster that knows namespaces.
func answerNamespace(req *http.Request, name string) *http.Response {
	code := http.StatusOK
	body := fmt.Sprintf(`{"kind":"Namespace","apiVersion":"v1","metadata":{"name":%q}}`, name)
	if name != namespace {
		code = http.StatusNotFound
		body = fmt.Sprintf(`{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"namespaces \"%s\" not found","reason":"NotFound","details":{"name":%q,"kind":"namespaces"},"code":404}`, name, name)
	}
	return answer(req, code, body)
}

// answerGroups lists the groups, which a cluster's aggregator would do.
func (r *recorder) answerGroups(req *http.Request) *http.Response {
	list := metav1.APIGroupList{TypeMeta: metav1.TypeMeta{Kind: "APIGroupList", APIVersion: "v1"}}
	for _, name := range slices.Sorted(maps.Keys(r.groups)) {
		list.Groups = append(list.Groups, r.groups[name])
	}
	body, err := json.Marshal(list)
	if err != nil {
		r.err = err
	}
	return answer(req, http.StatusOK, string(body))
}

func answer(req *http.Request, code int, body string) *http.Response {
	return &http.Response{StatusCode: code, Status: http.StatusText(code), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body))}
}
