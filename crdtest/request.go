package crdtest

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/report"
)

// target encodes an object, and makes the URL of a request for it.
func (c *Cluster) target(object any, method, subresource string) (*sent, cluster.Target, error) {
	s, err := c.encode(object)
	if err != nil {
		return nil, cluster.Target{}, err
	}
	at, err := s.at(method, subresource)
	return s, at, err
}

// at is the URL of a request. The errors are those with which client-go makes no request
// (requestPreflightCheck and Name of k8s.io/client-go/rest), and that of a URL that leads
// nowhere.
func (s *sent) at(method, subresource string) (cluster.Target, error) {
	name, namespace := s.Metadata.Name, s.Metadata.Namespace
	at := cluster.Target{
		Key:     cluster.Key{Kind: cluster.Kind{Group: s.gvk.Group, Kind: s.gvk.Kind}, Namespace: namespace, Name: name},
		Version: s.gvk.Version, Subresource: subresource,
	}
	if method != http.MethodPost {
		if name == "" {
			return at, errors.New("resource name may not be empty")
		}
		if faults := validate.PathSegment(name, false); len(faults) > 0 {
			return at, fmt.Errorf("invalid resource name %q: %v", name, faults)
		}
	}
	if !s.def.namespaced() {
		at.Namespace = ""
		return at, nil
	}
	if namespace != "" {
		if faults := validate.PathSegment(namespace, false); len(faults) > 0 {
			return at, fmt.Errorf("invalid namespace %q: %v", namespace, faults)
		}
		return at, nil
	}
	switch method {
	case http.MethodPost:
		return at, errors.New("an empty namespace may not be set during creation")
	case http.MethodPatch:
		return at, apierrors.NewGenericServerResponse(http.StatusNotFound, method, s.def.groupResource(), name, "404 page not found", 0, true)
	}
	return at, errors.New("an empty namespace may not be set when a resource name is provided")
}

// named is the body of a create. One that leaves its name to the server is given one: the
// server's are random, and these are counted.
func (c *Cluster) named(s *sent) (dryrun.Object, error) {
	prefix := s.Metadata.GenerateName
	if s.Metadata.Name != "" || prefix == "" {
		return dryrun.FromJSON(s.text)
	}
	value := map[string]any{}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(s.text, &value); err != nil {
		return dryrun.Object{}, err
	}
	(&unstructured.Unstructured{Object: value}).SetName(c.generate(prefix))
	return dryrun.FromValue(value), nil
}

// generate makes a name as SimpleNameGenerator of k8s.io/apiserver/pkg/storage/names does,
// with a number in the place of what is random there.
func (c *Cluster) generate(prefix string) string {
	const (
		letters = "bcdfghjklmnpqrstvwxz2456789"
		random  = 5
		longest = 63
	)
	c.generated++
	var suffix [random]byte
	for i, n := random-1, c.generated; i >= 0; i-- {
		suffix[i] = letters[n%len(letters)]
		n /= len(letters)
	}
	return prefix[:min(len(prefix), longest-random)] + string(suffix[:])
}

func nameOf(object map[string]any) string {
	return (&unstructured.Unstructured{Object: object}).GetName()
}

// answered keeps what the server says beside the object, and makes its refusal an error.
func (c *Cluster) answered(s *sent, at cluster.Target, result *dryrun.Result) error {
	c.warnings = result.APIServer.Warnings
	c.log.Helper()
	for _, w := range c.warnings {
		c.log.Logf("warning: %s", w)
	}
	if result.Stopped != nil {
		return fmt.Errorf("crdtest: the rules of %s take too long: %s", s.def.groupResource(), result.Stopped.Detail)
	}
	if result.APIServer.Accepted {
		return nil
	}
	err := &apierrors.StatusError{ErrStatus: result.APIServer.Status()}
	c.last = refusal{err: err, sent: s, version: at.Version, result: result}
	return err
}

// readBack sets an object to the one that is stored.
func (c *Cluster) readBack(at cluster.Target, into any) error {
	at.Subresource = ""
	stored, found, err := c.objects.Get(at)
	if err != nil {
		return err
	}
	if !found {
		return errors.New("crdtest: the object is not stored")
	}
	return decode(stored, into)
}

// readGone sets an object to what it was when its last finalizer went, and it with it.
func (c *Cluster) readGone(s *sent, at cluster.Target, old map[string]any, result *dryrun.Result, into any) error {
	last := &unstructured.Unstructured{Object: runtime.DeepCopyJSON(result.InStore)}
	last.SetResourceVersion((&unstructured.Unstructured{Object: old}).GetResourceVersion())
	object, err := s.def.resource.Read(at.Version, last.Object)
	if err != nil {
		return err
	}
	return decode(object, into)
}

// refusal is what there is to know about the last error.
type refusal struct {
	err     *apierrors.StatusError
	sent    *sent
	version string
	result  *dryrun.Result
}

// Explain says which lines of CRDs are behind an error, if it is the last that the cluster
// has returned: each with the rule or the keyword that refuses the object. It is
// empty where there is none.
func (c *Cluster) Explain(err error) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last.err == nil || !errors.Is(err, c.last.err) {
		return ""
	}
	var lines []string
	for _, f := range c.last.findings() {
		if f.SchemaFile == "" || f.SchemaLine == 0 {
			continue
		}
		text, _, _ := strings.Cut(strings.TrimSpace(f.SchemaText), "\n")
		lines = append(lines, fmt.Sprintf("%s:%d: %s", f.SchemaFile, f.SchemaLine, text))
	}
	return strings.Join(lines, "\n")
}

// findings are the reasons of a refusal with their places.
func (r *refusal) findings() []report.Finding {
	if r.err == nil {
		return nil
	}
	f := source.Read("object", r.sent.text)
	if len(f.Documents) != 1 {
		return nil
	}
	d := r.sent.def
	return apply.Explain(apply.Refusal{Object: f.Documents[0], DefinedBy: d.doc, CRD: d.crd, Resource: d.resource, Version: r.version, Result: r.result})
}
