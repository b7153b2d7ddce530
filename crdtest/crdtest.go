// Package crdtest is for Go tests of operators: it answers requests for custom objects as
// kube-apiserver does, from the CustomResourceDefinitions in files, in the process of the
// test. There is no API server and no etcd to start or to download.
//
//	func TestSizeCantChange(t *testing.T) {
//		t.Parallel()
//		c := crdtest.Load(t, crdtest.Options{Scheme: scheme}, "../../config/crd/bases").Cluster(t)
//		widget := &v1.Widget{ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "default"}, Spec: v1.WidgetSpec{Size: "small"}}
//		crdtest.MustCreate(t, c, widget)
//		widget.Spec.Size = "large"
//		crdtest.WantInvalid(t, c.Update(widget), "spec.size", "size is immutable")
//	}
//
// The verbs of a [Cluster] are those of a client: they send the JSON of an object as
// client-go does, return the same errors ([apierrors.StatusError] with reason, code, message
// and causes), and leave in the object what the server has stored: defaults, without
// unknown fields, with uid, resourceVersion, generation and managedFields. What the
// server does between is simulated by package crdtool, whose answers are compared with
// those of a real one: decoding and field validation, pruning, defaults, validation of
// schemas, CEL rules with old values and ratcheting, list types, the status subresource,
// versions, server-side apply, optimistic locking, and finalizers.
//
// A cluster has nothing but custom objects: no namespaces that have to exist, no
// admission webhooks, no conversion webhooks, no garbage collection, no watches, and
// no controllers.
//
// [apierrors.StatusError]: https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#StatusError
package crdtest

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/server/cluster"
)

// Options say which server is simulated. The zero value is the newest one.
type Options struct {
	// Scheme has the Go types of objects whose apiVersion and kind are empty, as they are
	// with most clients. Objects that name their own need none.
	Scheme *runtime.Scheme
	// KubeVersion is the Kubernetes version, as "1.33"; if it is empty, the newest that is
	// known.
	KubeVersion string
}

// Server has CustomResourceDefinitions, read and compiled. It holds no objects, and is safe
// for concurrent use: the tests of a package share one, and each takes a Cluster of its own.
type Server struct {
	scheme *runtime.Scheme
	crds   map[cluster.Kind]*definition
}

// New returns a Server with the CRDs in files, folders, which are searched for .yaml, .yml
// and .json files, and globs; what is no CRD there is skipped. The error is for paths
// that cannot be read or have no CRD, and for a CRD that kube-apiserver would refuse: it then
// has the server's words, each error at its line.
//
// It is for TestMain; in a test Load does the same.
func New(opts Options, paths ...string) (*Server, error) {
	crds, err := load(opts.KubeVersion, paths)
	if err != nil {
		return nil, err
	}
	return &Server{scheme: opts.Scheme, crds: crds}, nil
}

// loaded are the CRDs that Load has read, by what it was asked for.
var loaded sync.Map

type loadedOnce struct {
	once sync.Once
	crds map[cluster.Kind]*definition
	err  error
}

// Load is New for a test, which ends if there is an error. The same paths are read only
// once in a process, so that every test may call it.
func Load(t testing.TB, opts Options, paths ...string) *Server {
	t.Helper()
	key := opts.KubeVersion
	for _, p := range paths {
		if abs, err := filepath.Abs(p); err == nil {
			p = abs
		}
		key += string(filepath.ListSeparator) + p
	}
	v, _ := loaded.LoadOrStore(key, new(loadedOnce))
	l := v.(*loadedOnce)
	l.once.Do(func() { l.crds, l.err = load(opts.KubeVersion, paths) })
	if l.err != nil {
		t.Fatalf("crdtest: loading %s: %v", strings.Join(paths, ", "), l.err)
	}
	return &Server{scheme: opts.Scheme, crds: l.crds}
}

// Cluster returns an empty cluster with the CRDs, which takes microseconds. Warnings of the
// server are logged to t, unless that is nil.
func (s *Server) Cluster(t testing.TB) *Cluster {
	if s == nil {
		s = &Server{}
	}
	c := &Cluster{server: s, log: quiet{}, objects: cluster.New()}
	if t != nil {
		c.log = t
	}
	for kind, d := range s.crds {
		c.objects.Install(kind, d.resource)
	}
	return c
}

// logger is the part of a test that warnings are told.
type logger interface {
	Helper()
	Logf(format string, args ...any)
}

// quiet tells nobody.
type quiet struct{}

func (quiet) Helper()             {}
func (quiet) Logf(string, ...any) {}
