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
	"os"
	"path/filepath"
	"reflect"
	"time"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// RunObjects is Run for cases on custom objects.
func RunObjects(ctx context.Context, o Options, out io.Writer) (changed int, err error) {
	cases, err := golden.ObjectCases(o.Cases)
	if err != nil {
		return 0, err
	}
	s, err := server.Start()
	if err != nil {
		return 0, err
	}
	defer s.Stop()

	var played, failed int
	for i, c := range cases {
		if match, err := filepath.Match(o.Only, c.Name); err != nil {
			return changed, err
		} else if o.Only != "" && !match {
			continue
		}
		played++
		a, err := playObject(ctx, s, c, i)
		if err != nil {
			failed++
			fmt.Fprintf(out, "%s: %v\n", c.Name, err)
			continue
		}
		old := c.Answer
		if err := c.SetAnswer(a); err != nil {
			return changed, err
		}
		if old != nil && len(old.Diff(a.Answer)) == 0 && reflect.DeepEqual(old.Object, a.Object) {
			continue
		}
		changed++
		if old == nil {
			describe(out, c.Name, nil, a.Answer)
		} else {
			describe(out, c.Name, &old.Answer, a.Answer)
		}
		if !o.Check {
			if err := os.WriteFile(c.Path, c.Archive.Format(), 0o644); err != nil {
				return changed, err
			}
		}
	}
	fmt.Fprintf(out, "%d cases on objects played, %d answers new or changed, %d could not be played\n", played, changed, failed)
	if failed > 0 {
		return changed, fmt.Errorf("%d cases could not be played", failed)
	}
	return changed, nil
}

// served is a CRD that the server serves for a case.
type served struct {
	*server.Server
	crd     v1.CustomResourceDefinition
	version string
	// namespace and name are those of the object in the URL.
	namespace, name string
}

// playObject sends the case's request and returns the server's answer. When it
// returns, the server holds nothing of the case.
func playObject(ctx context.Context, s *server.Server, c *golden.ObjectCase, n int) (a golden.ObjectAnswer, err error) {
	o, err := ServeObjects(ctx, s, c.CRD, n)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, o.Forget(ctx)) }()
	return o.Play(ctx, c)
}

// Objects plays cases on objects of one CRD, which the server serves until Forget.
type Objects struct{ served *served }

// ServeObjects makes the server serve a CRD. The number tells the CRDs of a server apart.
func ServeObjects(ctx context.Context, s *server.Server, crd []byte, n int) (*Objects, error) {
	p := &served{Server: s}
	return &Objects{p}, p.serve(ctx, crd, n)
}

// Forget removes the CRD from the server.
func (o *Objects) Forget(ctx context.Context) error { return o.served.forget(ctx) }

// Play sends the case's request and returns the server's answer. When it returns, the server
// holds no object of the case.
func (o *Objects) Play(ctx context.Context, c *golden.ObjectCase) (a golden.ObjectAnswer, err error) {
	p := *o.served
	s := p.Server
	p.version = c.Version

	body := map[string]any{}
	if c.Object != nil {
		// What does not decode is for the server to say.
		_ = yaml.Unmarshal(c.Object, &body)
	}
	first := body
	if c.Old != nil {
		old := map[string]any{}
		if err := yaml.Unmarshal(c.Old, &old); err != nil {
			return a, err
		}
		first = old
	}
	u := unstructured.Unstructured{Object: first}
	if gv, err := schema.ParseGroupVersion(cmp.Or(field(body, "apiVersion"), field(first, "apiVersion"))); err == nil {
		p.version = cmp.Or(p.version, gv.Version)
	}
	p.name = u.GetName()
	if p.crd.Spec.Scope == v1.NamespaceScoped {
		p.namespace = cmp.Or(u.GetNamespace(), "default")
	}
	if c.Old == nil {
		r := p.request(http.MethodPost, "", c.FieldValidation, c.Object)
		r.contentType = asYAML
		if c.JSON {
			r.contentType, r.body = asJSON, bytes.TrimSpace(c.Object)
		}
		return p.ask(ctx, r)
	}

	if err := p.put(ctx, first); err != nil {
		return a, err
	}
	defer func() {
		err = errors.Join(err, s.DeleteObject(ctx, p.crd.Spec.Group, p.crd.Spec.Names.Plural, p.namespace, p.name))
	}()
	if c.Operation == "columns" {
		return p.ask(ctx, p.request(http.MethodGet, "/"+p.name, "", nil))
	}
	version, err := p.resourceVersion(ctx)
	if err != nil {
		return a, err
	}
	path := "/" + p.name
	switch c.Operation {
	case "update-status":
		path += "/status"
	case "scale":
		path += "/scale"
		body = map[string]any{
			"apiVersion": "autoscaling/v1", "kind": "Scale",
			"metadata": map[string]any{"name": p.name, "namespace": p.namespace},
			"spec":     map[string]any{"replicas": int64(c.Replicas)},
		}
	}
	if meta, ok := body["metadata"].(map[string]any); ok && meta["resourceVersion"] == nil {
		meta["resourceVersion"] = version
	}
	text, err := json.Marshal(body)
	if err != nil {
		return a, err
	}
	return p.ask(ctx, p.request(http.MethodPut, path, c.FieldValidation, text))
}

func field(object map[string]any, name string) string {
	s, _ := object[name].(string)
	return s
}

func (p *served) collection() string {
	path := "/apis/" + p.crd.Spec.Group + "/" + p.version
	if p.namespace != "" {
		path += "/namespaces/" + p.namespace
	}
	return path + "/" + p.crd.Spec.Names.Plural
}

func (p *served) request(method, path, fieldValidation string, body []byte) request {
	r := request{method: method, path: p.collection() + path, contentType: asJSON, body: body, query: url.Values{}}
	if method == http.MethodGet {
		r.contentType = ""
		r.accept = "application/json;as=Table;v=v1;g=meta.k8s.io"
		return r
	}
	r.query = url.Values{"dryRun": {"All"}, "fieldValidation": {fieldValidation}}
	return r
}

// ask makes the call and reads the answer and the object in it.
func (p *served) ask(ctx context.Context, r request) (golden.ObjectAnswer, error) {
	resp, body, err := send(ctx, p.Server, r)
	if errors.Is(err, io.EOF) {
		return golden.ObjectAnswer{Answer: golden.Answer{Panic: true}.Canonical()}, nil
	}
	if err != nil {
		return golden.ObjectAnswer{}, err
	}
	return objectAnswer(resp, []byte(golden.StableNames(string(body), r.body)), "uid", "creationTimestamp", "managedFields", "resourceVersion")
}

// strip removes what differs from one run to the next.
func strip(object map[string]any, without []string) {
	if meta, ok := object["metadata"].(map[string]any); ok {
		for _, k := range without {
			delete(meta, k)
		}
	}
	rows, _ := object["rows"].([]any)
	for _, row := range rows {
		if row, ok := row.(map[string]any); ok {
			delete(row, "object")
		}
	}
}

// serve makes the server serve a CRD, once it has found nothing wrong with it.
// It is put into the store as established long ago, since the server lets two
// seconds pass before it creates an object of a new one.
func (p *served) serve(ctx context.Context, text []byte, n int) error {
	if err := p.store(ctx, text, n); err != nil {
		return err
	}
	return p.awaitServed(ctx, true)
}

// store is serve without waiting for the server to notice.
func (p *served) store(ctx context.Context, text []byte, n int) error {
	resp, body, err := send(ctx, p.Server, request{method: http.MethodPost, path: collection, query: url.Values{"dryRun": {"All"}}, contentType: asYAML, body: text})
	if err != nil {
		return err
	}
	if a, err := read(resp, body); err != nil {
		return err
	} else if !a.Accepted {
		return refusedError{"the CRD is refused: " + a.Message}
	}
	// What the server returns has the fields that it keeps, and its defaults.
	p.crd = v1.CustomResourceDefinition{}
	if err := json.Unmarshal(body, &p.crd); err != nil {
		return err
	}
	p.crd.ManagedFields = nil
	p.crd.UID = caseUID(n)
	p.crd.Generation = 1
	p.crd.Status = v1.CustomResourceDefinitionStatus{AcceptedNames: p.crd.Spec.Names}
	for _, c := range []v1.CustomResourceDefinitionConditionType{v1.NamesAccepted, v1.Established} {
		p.crd.Status.Conditions = append(p.crd.Status.Conditions, v1.CustomResourceDefinitionCondition{Type: c, Status: v1.ConditionTrue, LastTransitionTime: longAgo})
	}
	p.crd.CreationTimestamp = longAgo
	var sent v1.CustomResourceDefinition
	if err := yaml.Unmarshal(text, &sent); err != nil {
		return err
	}
	p.end(&sent)
	for _, v := range p.crd.Spec.Versions {
		if v.Storage {
			p.crd.Status.StoredVersions = []string{v.Name}
		}
	}
	object, err := json.Marshal(&p.crd)
	if err != nil {
		return err
	}
	return p.Put(ctx, p.crd.Name, object)
}

// end makes the CRD one that is being deleted if the case says so, which a dry run does not
// let a new one be. It stays in the store if something else than the server has a finalizer.
func (p *served) end(sent *v1.CustomResourceDefinition) {
	p.crd.DeletionTimestamp = sent.DeletionTimestamp
	for _, c := range sent.Status.Conditions {
		if c.Type == v1.Terminating {
			p.crd.Status.Conditions = append(p.crd.Status.Conditions, c)
		}
	}
}

// forget takes the CRD out of the store and waits until it is served no more.
func (p *served) forget(ctx context.Context) error {
	if err := p.Delete(ctx, p.crd.Name); err != nil {
		return err
	}
	return p.awaitServed(ctx, false)
}

func (p *served) awaitServed(ctx context.Context, want bool) error {
	path := p.anyVersion()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(pollInterval) {
		resp, _, err := send(ctx, p.Server, request{method: http.MethodGet, path: path})
		if err != nil {
			return err
		}
		if (resp.StatusCode == http.StatusOK) == want {
			return nil
		}
	}
	return fmt.Errorf("%s: served did not become %v", path, want)
}

// put writes the old object into the store with what the server fills in.
func (p *served) put(ctx context.Context, object map[string]any) error {
	meta, ok := object["metadata"].(map[string]any)
	if !ok {
		return errors.New("the old object has no metadata")
	}
	set := func(k string, v any) {
		if meta[k] == nil {
			meta[k] = v
		}
	}
	set("uid", "00000000-0000-4000-8000-000000000001")
	set("creationTimestamp", "2020-01-01T00:00:00Z")
	set("generation", 1)
	if p.namespace != "" {
		set("namespace", p.namespace)
	}
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	_, err = p.PutObject(ctx, p.crd.Spec.Group, p.crd.Spec.Names.Plural, p.namespace, p.name, bytes.TrimSpace(text))
	return err
}

// resourceVersion reads that of the old object, which the server's cache may not
// show at once.
func (p *served) resourceVersion(ctx context.Context) (string, error) {
	var body []byte
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(pollInterval) {
		resp, text, err := send(ctx, p.Server, request{method: http.MethodGet, path: p.collection() + "/" + p.name})
		if err != nil {
			return "", err
		}
		body = text
		u := unstructured.Unstructured{}
		if resp.StatusCode == http.StatusOK {
			err := json.Unmarshal(body, &u.Object)
			return u.GetResourceVersion(), err
		}
	}
	return "", fmt.Errorf("reading the old object: %s", body)
}

var longAgo = metav1.NewTime(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC))

// caseUID tells the CRDs of the cases apart, which the server does by their
// uid.
func caseUID(n int) types.UID { return types.UID(fmt.Sprintf("00000000-0000-4000-8000-%012d", n+100)) }
