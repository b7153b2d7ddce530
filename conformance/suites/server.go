// Package suites takes other people's suites of tests through a real API server, beside
// crdtool: each step has to end the same.
package suites

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	utilnet "k8s.io/apimachinery/pkg/util/net"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/objects/suite"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/report"
)

const crdsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

// host is a real server. CRDs stay installed from one test to the next.
type host struct {
	*server.Server
	ctx       context.Context
	made      int
	installed map[string]*installed // by group/kind
}

// installed is a CRD that the server serves.
type installed struct {
	of    *suite.CRD
	value map[string]any
}

func newHost(ctx context.Context, s *server.Server) *host {
	return &host{Server: s, ctx: ctx, installed: map[string]*installed{}}
}

// call makes a request with a body of JSON, unless it is nil.
func (h *host) call(method, path string, query url.Values, contentType, accept string, body any) (int, []byte, http.Header, error) {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return 0, nil, nil, err
		}
	}
	req, err := http.NewRequestWithContext(h.ctx, method, h.URL+path+"?"+query.Encode(), bytes.NewReader(text))
	if err != nil {
		return 0, nil, nil, err
	}
	req.Header.Set("Accept", cmp.Or(accept, "application/json"))
	if body != nil {
		req.Header.Set("Content-Type", cmp.Or(contentType, "application/json"))
	}
	resp, err := h.Client.Do(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer resp.Body.Close()
	out, err := io.ReadAll(resp.Body)
	return resp.StatusCode, out, resp.Header, err
}

// probed gives the versions of a CRD a column by which one sees that the server has
// noticed it.
func (h *host) probed(crd map[string]any) string {
	h.made++
	name := fmt.Sprintf("probe%d", h.made)
	versions, _, _ := unstructured.NestedSlice(crd, "spec", "versions")
	for _, v := range versions {
		if m, ok := v.(map[string]any); ok {
			m["additionalPrinterColumns"] = []any{map[string]any{"name": name, "type": "string", "jsonPath": ".metadata.name"}}
		}
	}
	_ = unstructured.SetNestedSlice(crd, versions, "spec", "versions")
	return name
}

// await waits until the server serves a CRD with a column.
func (h *host) await(crd map[string]any, column string) error {
	version := ""
	versions, _, _ := unstructured.NestedSlice(crd, "spec", "versions")
	for _, v := range versions {
		if m, ok := v.(map[string]any); ok && m["served"] == true {
			version, _ = m["name"].(string)
		}
	}
	path := resourcePath(crd, version, "")
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		code, body, _, err := h.call(http.MethodGet, path, url.Values{"limit": {"1"}}, "", "application/json;as=Table;v=v1;g=meta.k8s.io", nil)
		if err != nil {
			return err
		}
		if code == http.StatusOK && bytes.Contains(body, []byte(`"`+column+`"`)) {
			return nil
		}
	}
	return fmt.Errorf("%s is not served", path)
}

func nested(o map[string]any, path ...string) string {
	s, _, _ := unstructured.NestedString(o, path...)
	return s
}

// resourcePath is the URL of the objects of a CRD in a namespace, or of all.
func resourcePath(crd map[string]any, version, namespace string) string {
	path := "/apis/" + nested(crd, "spec", "group") + "/" + version
	if namespace != "" && nested(crd, "spec", "scope") == "Namespaced" {
		path += "/namespaces/" + namespace
	}
	return path + "/" + nested(crd, "spec", "names", "plural")
}

// create installs a CRD in the place of one that is forgotten.
func (h *host) create(c *suite.CRD, value map[string]any) (string, error) {
	column := h.probed(value)
	name := nested(value, "metadata", "name")
	if err := h.Delete(h.ctx, name); err != nil {
		return "", err
	}
	code, body, _, err := h.call(http.MethodPost, crdsPath, url.Values{"dryRun": {"All"}}, "", "", value)
	if err != nil {
		return "", err
	}
	if code/100 != 2 {
		return message(body), nil
	}
	stored := map[string]any{}
	if err := json.Unmarshal(body, &stored); err != nil {
		return "", err
	}
	u := &unstructured.Unstructured{Object: stored}
	u.SetManagedFields(nil)
	u.SetUID(metav1.ObjectMeta{}.UID)
	_ = unstructured.SetNestedField(stored, fmt.Sprintf("00000000-0000-4000-8000-%012d", h.made), "metadata", "uid")
	names, _, _ := unstructured.NestedMap(stored, "spec", "names")
	var conditions []any
	for _, t := range []string{"NamesAccepted", "Established"} {
		conditions = append(conditions, map[string]any{"type": t, "status": "True", "reason": "Test", "message": "", "lastTransitionTime": "2020-01-01T00:00:00Z"})
	}
	var storedIn []any
	versions, _, _ := unstructured.NestedSlice(stored, "spec", "versions")
	for _, v := range versions {
		if m := v.(map[string]any); m["storage"] == true {
			storedIn = append(storedIn, m["name"])
		}
	}
	stored["status"] = map[string]any{"acceptedNames": names, "conditions": conditions, "storedVersions": storedIn}
	text, err := json.Marshal(stored)
	if err != nil {
		return "", err
	}
	if err := h.Put(h.ctx, name, text); err != nil {
		return "", err
	}
	h.installed[nested(value, "spec", "group")+"/"+nested(value, "spec", "names", "kind")] = &installed{c, value}
	return "", h.await(value, column)
}

// update changes a CRD.
func (h *host) update(c *suite.CRD, value map[string]any) (string, error) {
	column := h.probed(value)
	name := nested(value, "metadata", "name")
	_, body, _, err := h.call(http.MethodGet, crdsPath+"/"+name, nil, "", "", nil)
	if err != nil {
		return "", err
	}
	live := map[string]any{}
	if err := json.Unmarshal(body, &live); err != nil {
		return "", err
	}
	live["spec"] = value["spec"]
	code, body, _, err := h.call(http.MethodPut, crdsPath+"/"+name, nil, "", "", live)
	if err != nil {
		return "", err
	}
	if code/100 != 2 {
		return message(body), nil
	}
	h.installed[nested(value, "spec", "group")+"/"+nested(value, "spec", "names", "kind")] = &installed{c, value}
	return "", h.await(value, column)
}

func message(body []byte) string {
	var s metav1.Status
	if err := json.Unmarshal(body, &s); err != nil {
		return string(body)
	}
	return s.Message
}

// session is the server in one test.
type session struct {
	*host
	begun map[string]bool // CRDs that the test has installed
	wrote map[suite.Target]bool
}

func (h *host) session() *session {
	return &session{h, map[string]bool{}, map[suite.Target]bool{}}
}

// end removes what the test has left.
func (s *session) end() error {
	for t := range s.wrote {
		c := s.installed[t.Group+"/"+t.Kind]
		if c == nil {
			continue
		}
		namespace := t.Namespace
		if nested(c.value, "spec", "scope") != "Namespaced" {
			namespace = ""
		}
		if err := s.DeleteObject(s.ctx, t.Group, nested(c.value, "spec", "names", "plural"), namespace, t.Name); err != nil {
			return err
		}
	}
	return nil
}

// Install implements suite.Server.
func (s *session) Install(c *suite.CRD) (string, error) {
	value := runtime.DeepCopyJSON(c.Served())
	key := nested(value, "spec", "group") + "/" + nested(value, "spec", "names", "kind")
	there := s.installed[key]
	if s.begun[key] {
		return s.update(c, value)
	}
	s.begun[key] = true
	if there != nil && there.of == c {
		return "", nil
	}
	return s.create(c, value)
}

// Get implements suite.Server.
func (s *session) Get(t *suite.Target) (map[string]any, error) {
	c := s.installed[t.Group+"/"+t.Kind]
	if c == nil {
		return nil, nil
	}
	code, body, _, err := s.call(http.MethodGet, resourcePath(c.value, t.Version, t.Namespace)+"/"+t.Name, nil, "", "", nil)
	if err != nil || code != http.StatusOK {
		return nil, err
	}
	return decoded(body)
}

// decoded reads JSON with whole numbers as int64.
func decoded(body []byte) (map[string]any, error) {
	u := &unstructured.Unstructured{}
	if err := u.UnmarshalJSON(body); err != nil {
		return nil, err
	}
	return u.Object, nil
}

// Send implements suite.Server.
func (s *session) Send(r *suite.Request) (*suite.Answer, error) {
	a := &suite.Answer{}
	c := s.installed[r.Group+"/"+r.Kind]
	if c == nil {
		answer.Refuse(&a.APIServer, http.StatusNotFound, fmt.Sprintf("no matches for kind %q in version %q", r.Kind, r.Group+"/"+r.Version))
		return a, nil
	}
	path := resourcePath(c.value, r.Version, r.Namespace)
	query := url.Values{"fieldValidation": {"Strict"}}
	if r.Step.Lenient {
		query.Set("fieldValidation", "Warn")
	}
	if r.Step.Manager != "" {
		query.Set("fieldManager", r.Step.Manager)
	}
	method, contentType := http.MethodPut, ""
	var body any = r.Body
	switch r.Op {
	case suite.Create:
		method = http.MethodPost
	case suite.Apply:
		if r.Step.ClientSide {
			return nil, fmt.Errorf("what kubectl does by itself is compared in testdata/clientapply")
		}
		method, contentType = http.MethodPatch, "application/apply-patch+yaml"
		query.Set("force", fmt.Sprint(r.Step.Force))
		path += "/" + r.Name
	case suite.Status:
		path += "/" + r.Name + "/status"
	case suite.Scale:
		path += "/" + r.Name + "/scale"
		body = map[string]any{"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": map[string]any{"name": r.Name, "namespace": r.Namespace}, "spec": map[string]any{"replicas": r.Step.Replicas}}
	case suite.Delete:
		method, body = http.MethodDelete, nil
		path += "/" + r.Name
	default:
		path += "/" + r.Name
	}
	code, text, header, err := s.call(method, path, query, contentType, "", body)
	if err != nil {
		return nil, err
	}
	warnings, _ := utilnet.ParseWarningHeaders(header["Warning"])
	for _, w := range warnings {
		a.Warnings = append(a.Warnings, w.Text)
	}
	if code/100 != 2 {
		var status metav1.Status
		if err := json.Unmarshal(text, &status); err != nil {
			return nil, fmt.Errorf("%s: %s", path, strings.TrimSpace(string(text)))
		}
		answer.Refuse(&a.APIServer, code, status.Message)
		if status.Details != nil {
			for _, cause := range status.Details.Causes {
				a.Causes = append(a.Causes, report.Cause{Reason: string(cause.Type), Field: cause.Field, Message: cause.Message})
			}
		}
		return a, nil
	}
	a.Accepted, a.Code = true, code
	t := r.Target
	if r.Op != suite.Delete {
		if a.Object, err = decoded(text); err != nil {
			return nil, err
		}
		t.Name = cmp.Or(nested(a.Object, "metadata", "name"), t.Name)
	}
	s.wrote[t] = true
	return a, nil
}
