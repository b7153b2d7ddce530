package crdmerge

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/kube"
)

const (
	collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
	cases      = 300
	steps      = 6
)

// TestMergedCRDs sends random manifests of one CRD as several field managers do, and compares the status
// and the message of each answer. A difference in what is stored shows in the conflicts of later steps.
func TestMergedCRDs(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts an API server, which takes some seconds")
	}
	s, err := server.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	bundle := certificate()
	answers := map[int]int{}
	for n := range cases {
		r := rand.New(rand.NewSource(int64(n)))
		group := fmt.Sprintf("case%d.example.com", n)
		ours := apply.New(apply.NewCRDs(kube.Latest, false), apply.RunOptions{})
		if err := ours.StartSequence(); err != nil {
			t.Fatal(err)
		}
		var all strings.Builder
		for range steps {
			q := randomRequest(r, group, bundle)
			fmt.Fprintf(&all, "---\n# crdtool: %s\n%s", q.comment(), q.manifest)
			code, message := q.send(t, s, "widgets."+group)
			answers[code]++
			if code < 300 {
				awaitEstablished(t, s, "widgets."+group)
			}
			result := ours.File(source.Read("crd.yaml", fmt.Appendf(nil, "# crdtool: %s\n%s", q.comment(), q.manifest))).Results[0].APIServer
			// A CRD that loses its kind is refused by both; crdtool still sets the names that are made of the kind.
			losesKind := strings.Contains(message, "spec.names.kind: Required value")
			if result.Code != code || !losesKind && inOrder(result.Message) != inOrder(message) {
				t.Errorf("case %d:\n%sserver:  %d %s\ncrdtool: %d %s", n, all.String(), code, message, result.Code, result.Message)
				break
			}
		}
	}
	t.Logf("answers by status: %v", answers)
	for _, code := range []int{http.StatusOK, http.StatusCreated, http.StatusConflict, http.StatusUnprocessableEntity} {
		if answers[code] < 20 {
			t.Errorf("only %d answers have status %d", answers[code], code)
		}
	}
}

// inOrder sorts the lines and the causes of a message: the server lists them in random order.
func inOrder(message string) string {
	parts := strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune("[],\n", r) })
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	slices.Sort(parts)
	return strings.Join(parts, "\n")
}

// A crdRequest is one request for a CRD: an apply by the server, or a replacement.
type crdRequest struct {
	manager  string
	apply    bool
	force    bool
	manifest string
}

// comment tells crdtool what is done with the manifest.
func (q *crdRequest) comment() string {
	text := "replace --field-manager=" + q.manager
	if q.apply {
		text = "apply --server-side --field-manager=" + q.manager
	}
	if q.force {
		text += " --force-conflicts"
	}
	return text
}

// send makes the request on a server.
func (q *crdRequest) send(t *testing.T, s *server.Server, name string) (code int, message string) {
	t.Helper()
	query := url.Values{"fieldManager": {q.manager}, "fieldValidation": {"Strict"}}
	if q.apply {
		if q.force {
			query.Set("force", "true")
		}
		return answer(t, s, http.MethodPatch, "/"+name+"?"+query.Encode(), "application/apply-patch+yaml", []byte(q.manifest))
	}
	for try := 0; ; try++ {
		body, method, path := []byte(q.manifest), http.MethodPost, ""
		if code, live := do(t, s, http.MethodGet, "/"+name, "", nil); code == http.StatusOK {
			method, path = http.MethodPut, "/"+name
			var stored struct {
				Metadata metav1.ObjectMeta `json:"metadata"`
			}
			if err := json.Unmarshal(live, &stored); err != nil {
				t.Fatal(err)
			}
			body = bytes.Replace(body, []byte("metadata: {"), fmt.Appendf(nil, "metadata: {resourceVersion: %q, ", stored.Metadata.ResourceVersion), 1)
		}
		code, message = answer(t, s, method, path+"?"+query.Encode(), "application/yaml", body)
		if code != http.StatusConflict || try == 20 {
			return code, message
		}
		time.Sleep(20 * time.Millisecond) // the server's controllers write the status as well
	}
}

// awaitEstablished waits until a CRD is established, from when on its names can't be changed, or until the
// server does not establish it for its caBundle.
func awaitEstablished(t *testing.T, s *server.Server, name string) {
	t.Helper()
	var conditions []apiextensions.CustomResourceDefinitionCondition
	for range 500 {
		_, text := do(t, s, http.MethodGet, "/"+name, "", nil)
		var crd apiextensions.CustomResourceDefinition
		if err := json.Unmarshal(text, &crd); err != nil {
			t.Fatal(err)
		}
		conditions = crd.Status.Conditions
		readable := crd.Spec.Conversion.Webhook == nil || len(crd.Spec.Conversion.Webhook.ClientConfig.CABundle) == 0 ||
			bytes.Contains(crd.Spec.Conversion.Webhook.ClientConfig.CABundle, []byte("BEGIN CERTIFICATE"))
		for _, c := range conditions {
			if c.Type == apiextensions.Established && (c.Status == apiextensions.ConditionTrue || !readable && c.Reason == "InvalidCABundle") {
				return
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("%s is not established: %v", name, conditions)
}

func answer(t *testing.T, s *server.Server, method, path, contentType string, body []byte) (code int, message string) {
	t.Helper()
	code, text := do(t, s, method, path, contentType, body)
	if code < 300 {
		return code, ""
	}
	var status metav1.Status
	if err := json.Unmarshal(text, &status); err != nil {
		t.Fatalf("%d: %s", code, text)
	}
	return code, status.Message
}

func do(t *testing.T, s *server.Server, method, path, contentType string, body []byte) (code int, text []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, s.URL+collection+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", contentType)
	resp, err := s.Client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, err = io.ReadAll(resp.Body); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, text
}

// randomRequest makes a request with some of the fields that managers of CRDs write.
func randomRequest(r *rand.Rand, group, bundle string) crdRequest {
	q := crdRequest{
		manager: []string{"kubectl", "argocd-controller", "cainjector"}[r.Intn(3)],
		apply:   r.Intn(5) > 0,
	}
	q.force = q.apply && r.Intn(3) == 0
	var b strings.Builder
	some := func(format string, values ...string) { sometimes(r, &b, format, values...) }
	fmt.Fprintf(&b, "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.%s", group)
	some(", labels: {app: %s}", "a", "b")
	some(", annotations: {cert-manager.io/inject-ca-from: %s}", "a/b", "c/d")
	b.WriteString("}\nspec:\n")
	if part := r.Intn(6); q.apply && part == 0 {
		b.WriteString("  preserveUnknownFields: false\n")
		conversion(r, &b, bundle)
		q.manifest = b.String()
		return q
	}
	fmt.Fprintf(&b, "  group: %s\n  scope: %s\n", group, []string{"Namespaced", "Namespaced", "Namespaced", "Cluster"}[r.Intn(4)])
	b.WriteString("  names: {kind: Widget, plural: widgets")
	some(", listKind: %s", "WidgetList", "Widgets")
	some(", singular: %s", "widget", "wid")
	some(", shortNames: [%s]", "w", "w, wd", "wd")
	some(", categories: [%s]", "all", "tools")
	b.WriteString("}\n")
	conversion(r, &b, bundle)
	b.WriteString("  versions:\n")
	for i, name := range []string{"v1", "v2"}[:1+r.Intn(2)] {
		fmt.Fprintf(&b, "  - name: %s\n    served: true\n    storage: %v\n", name, i == 0)
		fmt.Fprintf(&b, "    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: %s}}}}}}\n", []string{"integer", "string"}[r.Intn(2)])
		some("    subresources: {%s}\n", "status: {}", "")
		some("    additionalPrinterColumns: [{name: %s, type: string, jsonPath: .spec.size}]\n", "Size", "Extent")
		some("    deprecated: %s\n", "true", "false")
	}
	q.manifest = b.String()
	return q
}

// sometimes writes one of some values.
func sometimes(r *rand.Rand, b *strings.Builder, format string, values ...string) {
	if r.Intn(2) == 0 {
		fmt.Fprintf(b, format, values[r.Intn(len(values))])
	}
}

// certificate is a valid caBundle.
func certificate() string {
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	return base64.StdEncoding.EncodeToString(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}))
}

func conversion(r *rand.Rand, b *strings.Builder, bundle string) {
	if r.Intn(4) == 0 {
		return
	}
	fmt.Fprintf(b, "  conversion:\n    strategy: %s\n", []string{"None", "Webhook", "Webhook"}[r.Intn(3)])
	if r.Intn(4) == 0 {
		return
	}
	some := func(format string, values ...string) { sometimes(r, b, format, values...) }
	b.WriteString("    webhook:\n")
	some("      conversionReviewVersions: [%s]\n", "v1", "v1, v1beta1")
	b.WriteString("      clientConfig:\n")
	some("        caBundle: %s\n", "Tm90IGEgcmVhbCBDQQ==", "QQ==", bundle)
	if r.Intn(4) == 0 {
		b.WriteString("        url: https://example.com/convert\n")
		return
	}
	fmt.Fprintf(b, "        service: {name: conv, namespace: %s", []string{"sys", "other"}[r.Intn(2)])
	some(", path: %s", "/convert", "/c")
	some(", port: %s", "443", "8443")
	b.WriteString("}\n")
}
