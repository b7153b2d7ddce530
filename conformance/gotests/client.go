package gotests

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/crdtest"
	"github.com/crdtool/crdtool/internal/input/files"
	"github.com/crdtool/crdtool/internal/input/source"
)

// object is a typed or an unstructured object.
type object interface {
	metav1.Object
	runtime.Object
}

// options are those of a request.
type options struct {
	manager, validation string
	force               bool
}

// client makes requests; each sets its object to what comes back.
type client interface {
	create(o object, opts options) error
	update(o object, subresource string, opts options) error
	apply(o object, opts options) error
	patch(o object, t types.PatchType, patch, subresource string) error
	remove(o object) error
	get(o object) error
	// warned are the warnings of the last request.
	warned() []string
}

// simulated is crdtest.
type simulated struct{ *crdtest.Cluster }

func (s simulated) warned() []string { return s.Warnings() }

func given(o options) (list []crdtest.Option) {
	if o.manager != "" {
		list = append(list, crdtest.FieldOwner(o.manager))
	}
	if o.validation != "" {
		list = append(list, crdtest.FieldValidation(o.validation))
	}
	if o.force {
		list = append(list, crdtest.ForceOwnership())
	}
	return list
}

func (s simulated) create(o object, opts options) error { return s.Create(o, given(opts)...) }

func (s simulated) update(o object, subresource string, opts options) error {
	if subresource == "status" {
		return s.UpdateStatus(o, given(opts)...)
	}
	return s.Update(o, given(opts)...)
}

func (s simulated) apply(o object, opts options) error { return s.Apply(o, given(opts)...) }

func (s simulated) patch(o object, t types.PatchType, patch, subresource string) error {
	return s.Patch(o, t, []byte(patch), crdtest.Subresource(subresource))
}

func (s simulated) remove(o object) error { return s.Delete(o) }

func (s simulated) get(o object) error {
	return s.Get(types.NamespacedName{Namespace: o.GetNamespace(), Name: o.GetName()}, o)
}

// real is an API server and a client of it.
type real struct {
	ctx     context.Context
	server  *server.Server
	http    *http.Client
	scheme  *runtime.Scheme
	plurals map[schema.GroupKind]resource
	dynamic dynamic.Interface
	typed   map[schema.GroupVersion]rest.Interface
	codec   runtime.ParameterCodec
	count   int

	mu   sync.Mutex
	said []string
}

type resource struct {
	plural     string
	namespaced bool
}

// HandleWarningHeader implements rest.WarningHandler.
func (r *real) HandleWarningHeader(_ int, _ string, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.said = append(r.said, text)
}

func (r *real) stop() { r.server.Stop() }

// startReal starts a server and installs the CRDs of paths, as envtest does.
func startReal(ctx context.Context, scheme *runtime.Scheme, paths []string) (_ *real, err error) {
	s, err := server.Start()
	if err != nil {
		return nil, err
	}
	r := &real{ctx: ctx, server: s, scheme: scheme, plurals: map[schema.GroupKind]resource{}, typed: map[schema.GroupVersion]rest.Interface{}}
	defer func() {
		if err != nil {
			s.Stop()
		}
	}()
	r.http = &http.Client{Transport: agent{s.Client.Transport}}
	if r.dynamic, err = dynamic.NewForConfigAndClient(r.config(), r.http); err != nil {
		return nil, err
	}
	metav1.AddToGroupVersion(scheme, schema.GroupVersion{Version: "v1"})
	r.codec = runtime.NewParameterCodec(scheme)
	return r, r.install(paths)
}

func (r *real) config() *rest.Config {
	return &rest.Config{Host: r.server.URL, QPS: -1, WarningHandler: r}
}

// agent has requests name the program, as client-go has with a transport of its own.
type agent struct{ http.RoundTripper }

func (a agent) RoundTrip(q *http.Request) (*http.Response, error) {
	q = q.Clone(q.Context())
	q.Header.Set("User-Agent", rest.DefaultKubernetesUserAgent())
	return a.RoundTripper.RoundTrip(q)
}

var crdsResource = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}

func (r *real) install(paths []string) error {
	list := files.Expand(paths, files.CRDs)
	crds := r.dynamic.Resource(crdsResource)
	var names []string
	for _, f := range list.Files {
		file, err := source.ReadFile(f.Name)
		if err != nil {
			return err
		}
		for _, doc := range file.Documents {
			value, _ := source.Value(doc.Root).(map[string]any)
			u := &unstructured.Unstructured{Object: value}
			if _, err := crds.Create(r.ctx, u, metav1.CreateOptions{}); err != nil {
				return fmt.Errorf("%s: %w", f.Name, err)
			}
			names = append(names, u.GetName())
			r.count++
		}
	}
	for _, name := range names {
		if err := r.await(name); err != nil {
			return err
		}
	}
	return nil
}

// await waits until a CRD is served.
func (r *real) await(name string) error {
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		u, err := r.dynamic.Resource(crdsResource).Get(r.ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		group, plural, kind := nested(u, "spec", "group"), nested(u, "spec", "names", "plural"), nested(u, "spec", "names", "kind")
		versions, _, _ := unstructured.NestedSlice(u.Object, "spec", "versions")
		served := true
		for _, v := range versions {
			m, _ := v.(map[string]any)
			if m["served"] != true {
				continue
			}
			version, _ := m["name"].(string)
			_, err := r.dynamic.Resource(schema.GroupVersionResource{Group: group, Version: version, Resource: plural}).List(r.ctx, metav1.ListOptions{Limit: 1})
			served = served && err == nil
		}
		if served {
			r.plurals[schema.GroupKind{Group: group, Kind: kind}] = resource{plural, nested(u, "spec", "scope") == "Namespaced"}
			return nil
		}
	}
	return fmt.Errorf("%s is not served", name)
}

func nested(u *unstructured.Unstructured, path ...string) string {
	s, _, _ := unstructured.NestedString(u.Object, path...)
	return s
}

// session is the server in one test, which has objects of its own by a namespace that no
// other test has. Others may not have the names of its cluster-wide objects.
type session struct {
	*real
	namespace string
}

func (r *real) in(test int) client { return &session{r, fmt.Sprintf("test-%d", test)} }

func (s *session) warned() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	said := s.said
	s.said = nil
	return said
}

// request begins a request for an object. Tests say "default", as each would in a
// cluster of its own, and so does what comes back.
func (s *session) request(o object, do func(kind schema.GroupVersionKind, r resource) error) error {
	s.warned()
	kind := o.GetObjectKind().GroupVersionKind()
	if kind.Empty() {
		kinds, _, err := s.scheme.ObjectKinds(o)
		if err != nil {
			return err
		}
		kind = kinds[0]
	}
	r, known := s.plurals[kind.GroupKind()]
	if !known {
		return &meta.NoKindMatchError{GroupKind: kind.GroupKind(), SearchedVersions: []string{kind.Version}}
	}
	if o.GetNamespace() == "default" {
		o.SetNamespace(s.namespace)
		defer func() {
			if o.GetNamespace() == s.namespace {
				o.SetNamespace("default")
			}
		}()
	}
	return do(kind, r)
}

// rest makes requests for a typed object, as a generated client and controller-runtime do.
func (s *session) rest(kind schema.GroupVersionKind) (rest.Interface, error) {
	gv := kind.GroupVersion()
	if c := s.typed[gv]; c != nil {
		return c, nil
	}
	config := s.config()
	config.APIPath, config.GroupVersion = "/apis", &gv
	config.NegotiatedSerializer = serializer.NewCodecFactory(s.scheme).WithoutConversion()
	c, err := rest.RESTClientForConfigAndClient(config, s.http)
	if err == nil {
		s.typed[gv] = c
	}
	return c, err
}

// call makes a request of either kind.
func (s *session) call(method string, o object, subresource string, params runtime.Object, body any, patch types.PatchType) error {
	return s.request(o, func(kind schema.GroupVersionKind, at resource) error {
		if u, ok := o.(*unstructured.Unstructured); ok {
			return s.untyped(method, u, kind, at, subresource, params, body, patch)
		}
		c, err := s.rest(kind)
		if err != nil {
			return err
		}
		q := c.Verb(method)
		if method == http.MethodPatch {
			q = c.Patch(patch)
		}
		q = q.NamespaceIfScoped(o.GetNamespace(), at.namespaced).Resource(at.plural)
		if method != http.MethodPost {
			q = q.Name(o.GetName())
		}
		if subresource != "" {
			q = q.SubResource(subresource)
		}
		if params != nil {
			q = q.SpecificallyVersionedParams(params, s.codec, schema.GroupVersion{Version: "v1"})
		}
		if body != nil {
			q = q.Body(body)
		}
		if method == http.MethodDelete {
			return q.Do(s.ctx).Error()
		}
		fresh := o.DeepCopyObject()
		if fresh, err = s.scheme.New(kind); err != nil {
			return err
		}
		if err := q.Do(s.ctx).Into(fresh); err != nil {
			return err
		}
		set(o, fresh)
		return nil
	})
}

// untyped makes a request for an unstructured object by the dynamic client.
func (s *session) untyped(method string, u *unstructured.Unstructured, kind schema.GroupVersionKind, at resource, subresource string, params runtime.Object, body any, patch types.PatchType) error {
	var c dynamic.ResourceInterface
	all := s.dynamic.Resource(kind.GroupVersion().WithResource(at.plural))
	c = all
	if at.namespaced {
		c = all.Namespace(u.GetNamespace())
	}
	var sub []string
	if subresource != "" {
		sub = []string{subresource}
	}
	var out *unstructured.Unstructured
	var err error
	switch method {
	case http.MethodPost:
		out, err = c.Create(s.ctx, u, *params.(*metav1.CreateOptions), sub...)
	case http.MethodPut:
		out, err = c.Update(s.ctx, u, *params.(*metav1.UpdateOptions), sub...)
	case http.MethodPatch:
		out, err = c.Patch(s.ctx, u.GetName(), patch, body.([]byte), *params.(*metav1.PatchOptions), sub...)
	case http.MethodDelete:
		return c.Delete(s.ctx, u.GetName(), metav1.DeleteOptions{})
	default:
		out, err = c.Get(s.ctx, u.GetName(), metav1.GetOptions{})
	}
	if err != nil {
		return err
	}
	u.Object = out.Object
	return nil
}

func (s *session) create(o object, opts options) error {
	params := &metav1.CreateOptions{FieldManager: opts.manager, FieldValidation: opts.validation}
	return s.call(http.MethodPost, o, "", params, o, "")
}

func (s *session) update(o object, subresource string, opts options) error {
	params := &metav1.UpdateOptions{FieldManager: opts.manager, FieldValidation: opts.validation}
	return s.call(http.MethodPut, o, subresource, params, o, "")
}

func (s *session) apply(o object, opts options) error {
	was := o.GetObjectKind().GroupVersionKind()
	if was.Empty() {
		kinds, _, err := s.scheme.ObjectKinds(o)
		if err != nil {
			return err
		}
		o.GetObjectKind().SetGroupVersionKind(kinds[0])
		defer o.GetObjectKind().SetGroupVersionKind(was)
	}
	namespace := o.GetNamespace()
	if namespace == "default" {
		o.SetNamespace(s.namespace)
	}
	text, err := json.Marshal(o)
	o.SetNamespace(namespace)
	if err != nil {
		return err
	}
	params := &metav1.PatchOptions{FieldManager: opts.manager, FieldValidation: opts.validation}
	if opts.force {
		params.Force = &opts.force
	}
	return s.call(http.MethodPatch, o, "", params, text, types.ApplyPatchType)
}

func (s *session) patch(o object, t types.PatchType, patch, subresource string) error {
	return s.call(http.MethodPatch, o, subresource, &metav1.PatchOptions{}, []byte(patch), t)
}

func (s *session) remove(o object) error { return s.call(http.MethodDelete, o, "", nil, nil, "") }

func (s *session) get(o object) error { return s.call(http.MethodGet, o, "", nil, nil, "") }
