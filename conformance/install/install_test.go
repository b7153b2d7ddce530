package install

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/conformance/server"
)

// object is a JSON object.
type object = map[string]any

const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

// TestClaims makes the server do what the rules say that it does. Each claim has a
// CRD of its own, in a group named for it.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts an API server")
	}
	s, err := server.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	c := &client{t, s}

	// conversion-loses
	c.install("conversion", `
- name: v1
  served: true
  storage: true
  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}, stored: {type: string}}}}}}
- name: v1beta1
  served: true
  storage: false
  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}, served: {type: string}}}}}}
`)
	c.create("conversion", "v1beta1", "a", object{"size": 1, "served": "x"})
	c.want("conversion", "v1beta1/widgets/a", "spec", object{"size": 1.0})
	c.create("conversion", "v1", "b", object{"size": 1, "stored": "x"})
	c.want("conversion", "v1/widgets/b", "spec", object{"size": 1.0, "stored": "x"})
	_, b := c.do(http.MethodGet, "/apis/conversion.example.com/v1beta1/widgets/b", nil)
	c.must(http.MethodPut, "/apis/conversion.example.com/v1beta1/widgets/b", b)
	c.want("conversion", "v1/widgets/b", "spec", object{"size": 1.0})

	// scale-path
	const scaled = `
- name: v1
  served: true
  storage: true
  subresources: {scale: {specReplicasPath: .spec.%s, statusReplicasPath: .status.replicas}}
  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: string}, replicas: {type: integer}}}, status: {type: object, properties: {replicas: {type: integer}}}}}}
`
	c.install("scaletype", fmt.Sprintf(scaled, "size"))
	c.create("scaletype", "v1", "a", object{})
	if status, body := c.do(http.MethodPost, "/apis/scaletype.example.com/v1/widgets", object{
		"apiVersion": "scaletype.example.com/v1", "kind": "Widget", "metadata": object{"name": "b"}, "spec": object{"size": "x"},
	}); status != http.StatusUnprocessableEntity {
		t.Errorf("a text for replicas: %d %v", status, body)
	}
	// The scale itself can't be read or written here: unlike a kube-apiserver this
	// server does not know the type.
	c.install("scalenowhere", fmt.Sprintf(scaled, "replica"))
	c.must(http.MethodPost, "/apis/scalenowhere.example.com/v1/widgets", object{
		"apiVersion": "scalenowhere.example.com/v1", "kind": "Widget", "metadata": object{"name": "a"}, "spec": object{"replica": 3},
	})
	c.want("scalenowhere", "v1/widgets/a", "spec", object{})

	// scale-replicas-absent. This error comes before the scale is written as that type.
	_, scale := c.do(http.MethodGet, "/apis/scalenowhere.example.com/v1/widgets/a/scale", nil)
	if code, _ := scale["code"].(float64); code != http.StatusInternalServerError || !strings.Contains(fmt.Sprint(scale["message"]), `the spec replicas field ".spec.replica" does not exist`) {
		t.Errorf("the scale of an object without replicas: %v %v", code, scale["message"])
	}

	// status-without-schema
	c.install("status", `
- name: v1
  served: true
  storage: true
  subresources: {status: {}}
  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
`)
	c.create("status", "v1", "a", object{"size": 1})
	_, a := c.do(http.MethodGet, "/apis/status.example.com/v1/widgets/a", nil)
	a["status"] = object{"phase": "Done"}
	c.must(http.MethodPut, "/apis/status.example.com/v1/widgets/a/status", a)
	_, a = c.do(http.MethodGet, "/apis/status.example.com/v1/widgets/a", nil)
	if a["status"] != nil {
		t.Errorf("a status that the schema does not have is kept: %v", a["status"])
	}

	// selectable-absent
	c.install("selectable", `
- name: v1
  served: true
  storage: true
  schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}, paused: {type: boolean}}}}}}
  selectableFields: [{jsonPath: .spec.paused}]
`)
	c.create("selectable", "v1", "a", object{"size": 1})
	for selector, count := range map[string]int{"spec.paused%3Dfalse": 0, "spec.paused%3D": 1} {
		_, list := c.do(http.MethodGet, "/apis/selectable.example.com/v1/widgets?fieldSelector="+selector, nil)
		if items, ok := list["items"].([]any); !ok || len(items) != count {
			t.Errorf("%s finds %d objects, want %d: %v", selector, len(items), count, list["message"])
		}
	}

	// no-served-version
	c.put("unserved", `
- {name: v1, served: false, storage: true, schema: {openAPIV3Schema: {type: object}}}
`)
	if status, _ := c.do(http.MethodGet, "/apis/unserved.example.com/v1/widgets", nil); status != http.StatusNotFound {
		t.Errorf("a version that is not served answers %d", status)
	}
}

type client struct {
	t *testing.T
	s *server.Server
}

// put creates the CRD widgets in the group of a claim.
func (c *client) put(claim, versions string) {
	c.t.Helper()
	text := strings.ReplaceAll(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.CLAIM.example.com}
spec:
  group: CLAIM.example.com
  scope: Cluster
  names: {plural: widgets, kind: Widget}
  versions:`, "CLAIM", claim) + strings.ReplaceAll(versions, "\n", "\n  ")
	var crd object
	if err := yaml.Unmarshal([]byte(text), &crd); err != nil {
		c.t.Fatal(err)
	}
	c.must(http.MethodPost, crds, crd)
}

// install is put, and waits until the objects can be listed.
func (c *client) install(claim, versions string) {
	c.t.Helper()
	c.put(claim, versions)
	for range 500 {
		if status, _ := c.do(http.MethodGet, "/apis/"+claim+".example.com/v1/widgets", nil); status == http.StatusOK {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	c.t.Fatalf("%s: is not served", claim)
}

func (c *client) create(claim, version, name string, spec object) {
	c.t.Helper()
	c.must(http.MethodPost, "/apis/"+claim+".example.com/"+version+"/widgets", object{
		"apiVersion": claim + ".example.com/" + version, "kind": "Widget", "metadata": object{"name": name}, "spec": spec,
	})
}

// want reads an object and compares one of its fields.
func (c *client) want(claim, path, field string, want object) {
	c.t.Helper()
	_, got := c.do(http.MethodGet, "/apis/"+claim+".example.com/"+path, nil)
	g, _ := json.Marshal(got[field])
	w, _ := json.Marshal(want)
	if !bytes.Equal(g, w) {
		c.t.Errorf("%s %s: %s is %s, want %s", claim, path, field, g, w)
	}
}

// must is do for a request that has to succeed.
func (c *client) must(method, path string, body object) {
	c.t.Helper()
	if status, answer := c.do(method, path, body); status >= 300 {
		c.t.Fatalf("%s %s: %d: %v", method, path, status, answer["message"])
	}
}

func (c *client) do(method, path string, body object) (status int, answer object) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	var sent io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			c.t.Fatal(err)
		}
		sent = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.s.URL+path, sent)
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.s.Client.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	json.Unmarshal(got, &answer) // 404 pages are text
	return resp.StatusCode, answer
}
