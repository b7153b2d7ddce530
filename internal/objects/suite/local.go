package suite

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/internal/objects/clientapply"
	"github.com/crdtool/crdtool/internal/objects/coverage"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/server/cluster"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/server/findinglimit"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/report"
)

// Servers makes simulated servers of one version of Kubernetes, which share compiled CRDs. It is safe for
// concurrent use.
type Servers struct {
	// Origins finds the Go code that CRDs are generated from; it may be nil.
	Origins *origin.Finder
	// Coverage records the constraints that requests reach; it may be nil.
	Coverage *coverage.Recorder
	// Warn is called with the findings about each accepted CRD that is used; it may be nil. Calls may be concurrent.
	Warn func([]string)

	version  kube.Version
	checker  *crd.Checker
	compiled sync.Map // by *CRD

	// undamaged are the same servers without damage; nil for servers without damage.
	undamaged *Servers
	damage    Damage
}

// NewServers returns servers of a version of Kubernetes.
func NewServers(v kube.Version) *Servers {
	return &Servers{version: v, checker: crd.NewChecker(behaviour.Of(v))}
}

// New returns an empty server for a test.
func (s *Servers) New(t *Test) Server {
	return &local{of: s, cluster: cluster.New(), crds: map[string]*compiled{}}
}

// compiled is a decoded and checked CRD.
type compiled struct {
	once sync.Once
	of   *CRD
	// read is the CRD before the server's defaults are set, crd the CRD as it is served.
	read     *crd.CustomResourceDefinition
	crd      *crd.CustomResourceDefinition
	doc      *source.Document
	resource *dryrun.Resource
	refusal  string
	err      error
}

func (s *Servers) compile(c *CRD) *compiled {
	v, _ := s.compiled.LoadOrStore(c, &compiled{of: c})
	out := v.(*compiled)
	out.once.Do(func() { out.make(s) })
	return out
}

func (c *compiled) make(s *Servers) {
	if s.undamaged != nil {
		c.makeDamaged(s)
		return
	}
	read, err := c.decode(s)
	if err != nil {
		c.refusal = err.Error()
		return
	}
	c.read = read
	c.check(s)
}

// check checks the CRD and builds its resource.
func (c *compiled) check(s *Servers) {
	checked := c.read.Copy()
	if a := s.checker.Check(checked, nil); a.Panic != nil {
		c.refusal = "kube-apiserver panics on " + a.Panic.Server()
	} else if len(a.Findings) > 0 {
		c.refusal = refusal(c.doc, a)
	}
	c.crd = checked
	if s.Coverage == nil {
		c.resource, c.err = dryrun.New(checked, dryrun.Server{Version: s.version, Rules: dryrun.CEL(s.checker.Compiler())})
		return
	}
	doc := c.doc
	if c.of.Value != nil {
		doc = nil
	}
	c.resource, c.err = s.Coverage.Resource(doc, checked, s.version, s.checker.Compiler())
}

// refusal returns the first error of a CRD, with its position.
func refusal(doc *source.Document, a crd.Answer) string {
	f := &a.Findings[0]
	at := doc.Locate(f.Path.Segments())
	text := f.ServerMessage()
	if f.Code == code.Limits { // a limit of crdtool: the server's answer is not known
		text = f.Message
	}
	return fmt.Sprintf("%s:%d: %s: %s", doc.File.Name, at.Line, f.Path.Server(), text)
}

// decode decodes the CRD.
func (c *compiled) decode(s *Servers) (*crd.CustomResourceDefinition, error) {
	doc := c.of.Doc
	c.doc = doc
	if c.of.Value != nil {
		text, err := json.Marshal(c.of.Value)
		if err != nil {
			return nil, err
		}
		f := source.Read(doc.File.Name, text)
		if len(f.Documents) != 1 {
			return nil, fmt.Errorf("%s: the changed CRD cannot be read", doc.File.Name)
		}
		doc = f.Documents[0]
	}
	if !doc.IsCRD() {
		return nil, fmt.Errorf("%s:%d: this is no CustomResourceDefinition of apiextensions.k8s.io/v1", doc.File.Name, c.of.Doc.Line())
	}
	out, flaws := s.checker.Decode(doc)
	if i := slices.IndexFunc(flaws, func(f yamldecode.Flaw) bool { return f.Kind == yamldecode.WrongType }); i >= 0 {
		return nil, fmt.Errorf("%s cannot be read; to see what is wrong with it, run: crdtool lint %s", c.of.Doc.File.Name, c.of.Doc.File.Name)
	}
	if s.Warn != nil && c.of.Value == nil {
		s.Warn(crd.UnknownFields(doc, flaws))
	}
	if c.of.Only != "" {
		found := false
		for i := range out.Spec.Versions {
			v := &out.Spec.Versions[i]
			v.Served, v.Storage = v.Name == c.of.Only, v.Name == c.of.Only
			found = found || v.Served
		}
		if !found {
			return nil, fmt.Errorf("%s has no version %s", c.of.Doc.File.Name, c.of.Only)
		}
	}
	return out, nil
}

// local is a simulated server.
type local struct {
	of      *Servers
	cluster *cluster.Cluster
	crds    map[string]*compiled // by group/kind
}

func (l *local) Install(c *CRD) (string, error) {
	made := l.of.compile(c)
	if made.err != nil {
		return "", made.err
	}
	if made.crd == nil {
		return made.refusal, nil
	}
	key := made.crd.Spec.Group + "/" + made.crd.Spec.Names.Kind
	if before := l.crds[key]; before == nil {
		if made.refusal != "" {
			return made.refusal, nil
		}
	} else if refused, err := l.replaced(before, made); refused != "" || err != nil {
		return refused, err
	}
	l.crds[key] = made
	l.cluster.Install(cluster.Kind{Group: made.crd.Spec.Group, Kind: made.crd.Spec.Names.Kind}, made.resource)
	return "", nil
}

// replaced returns the server's error about a CRD that replaces another, or "".
func (l *local) replaced(before, made *compiled) (string, error) {
	if w := l.of.undamaged; w != nil {
		return (&local{of: w}).replaced(w.compile(before.of), w.compile(made.of))
	}
	old, c := before.read.Copy(), made.read.Copy() // Check changes the CRDs
	if v, found := old.Spec.StorageVersion(); found && len(old.Status.StoredVersions) == 0 {
		old.Status.StoredVersions = []string{v}
	}
	a := l.of.checker.Check(c, old)
	switch {
	case a.Panic != nil:
		return "kube-apiserver panics on " + a.Panic.Server(), nil
	case len(a.Findings) > 0:
		return refusal(made.doc, a), nil
	}
	return "", nil
}

func (l *local) find(t *Target) *compiled { return l.crds[t.Group+"/"+t.Kind] }

// target returns the URL of a request.
func (l *local) target(t *Target, c *compiled, subresource string) cluster.Target {
	at := cluster.Target{
		Key:     cluster.Key{Kind: cluster.Kind{Group: t.Group, Kind: t.Kind}, Namespace: t.Namespace, Name: t.Name},
		Version: t.Version, Subresource: subresource,
	}
	if c.crd.Spec.Scope != "Namespaced" {
		at.Namespace = ""
	}
	return at
}

func (l *local) Get(t *Target) (map[string]any, error) {
	c := l.find(t)
	if c == nil {
		return nil, nil
	}
	o, _, err := l.cluster.Get(l.target(t, c, ""))
	return o, err
}

func (l *local) Send(r *Request) (*Answer, error) {
	c := l.find(&r.Target)
	if c == nil {
		a := &Answer{UnknownKind: true}
		answer.Refuse(&a.APIServer, http.StatusNotFound, fmt.Sprintf("no matches for kind %q in version %q", r.Kind, r.Group+"/"+r.Version))
		return a, nil
	}
	opts := dryrun.RequestOptions{FieldValidation: dryrun.Strict, FillResourceVersion: true, Manager: r.Step.Manager, Most: findinglimit.Default}
	if r.Step.Lenient {
		opts.FieldValidation = dryrun.Warn
	}
	body := dryrun.FromValue(r.Body)
	doc := c.doc
	if r.Step.Object != nil {
		doc = r.Step.Object.Doc
		body = body.At(doc)
	}
	subresource := map[Op]string{Status: "status", Scale: "scale"}[r.Op]
	at := l.target(&r.Target, c, subresource)
	var result *dryrun.Result
	var err error
	switch r.Op {
	case Create:
		result, err = l.cluster.Create(at, body, opts)
	case Apply:
		if r.Step.ClientSide {
			result, err = l.applyClientSide(at, c, r, opts)
			break
		}
		result, err = l.cluster.Patch(at, dryrun.Patch{Type: dryrun.ApplyPatch, Applied: body, Force: r.Step.Force, HasForce: true}, opts)
	case Scale:
		result, err = l.cluster.Scale(at, r.Step.Replicas, opts)
	case Delete:
		result, err = l.cluster.Delete(at, dryrun.Deletion{}, opts)
	default:
		result, err = l.cluster.Update(at, body, opts)
	}
	if err != nil {
		return nil, err
	}
	if result.Stopped != nil {
		return nil, fmt.Errorf("the rules of %s cannot be evaluated: %s", c.of.Name(), result.Stopped.Detail)
	}
	a := &Answer{APIServer: result.APIServer, Object: result.Object}
	for _, e := range result.Trace {
		if e.Action == dryrun.Pruned {
			a.Pruned = append(a.Pruned, e.Path)
		}
	}
	if r.Op == Scale {
		a.Object = result.Object
	}
	if l.of.undamaged == nil || r.Step.Want.At != 0 {
		a.Findings = l.explain(r, c, doc, result)
	}
	return a, nil
}

// explain returns the findings about a refused request, at the lines of the suite.
func (l *local) explain(r *Request, c *compiled, doc *source.Document, result *dryrun.Result) []report.Finding {
	found := apply.Explain(apply.Refusal{Object: doc, DefinedBy: c.doc, CRD: c.crd, Resource: c.resource, Version: r.Version, Result: result, Origins: l.of.Origins})
	o := r.Step.Object
	for i := range found {
		f := &found[i]
		if o == nil {
			f.Line, f.Column, f.EndLine, f.EndColumn = r.Step.Line, 1, r.Step.Line, 1
			continue
		}
		if f.Line > 0 {
			f.Line, f.EndLine = f.Line+o.Line, f.EndLine+o.Line
			f.Column, f.EndColumn = f.Column+o.Column, f.EndColumn+o.Column
		}
	}
	return found
}

// nameOf returns metadata.name of an object.
func nameOf(object map[string]any) string {
	return (&unstructured.Unstructured{Object: object}).GetName()
}

// applyClientSide makes the requests of kubectl apply without --server-side. It returns the answer to the last
// write, or kubectl's own answer if it writes nothing.
func (l *local) applyClientSide(at cluster.Target, c *compiled, r *Request, opts dryrun.RequestOptions) (*dryrun.Result, error) {
	text, err := json.Marshal(r.Body)
	if err != nil {
		return nil, err
	}
	names := c.crd.Spec.Names
	server := apply.KubectlServer{Cluster: l.cluster, At: at, Plural: names.Plural, Options: opts}
	resource := clientapply.Resource{Plural: names.Plural, Namespaced: c.crd.Spec.Scope == "Namespaced"}
	resource.Group, resource.Version, resource.Kind = at.Group, at.Version, at.Kind.Kind
	done := clientapply.Apply(text, resource, clientapply.Options{Manager: r.Step.Manager, Validation: opts.FieldValidation, Namespace: at.Namespace}, server.Answer)
	switch last := server.Last; {
	case server.Err != nil:
		return nil, server.Err
	case done.Refusal != nil && (last == nil || last.APIServer.Accepted):
		out := new(dryrun.Result)
		if s := done.Refusal.Status; s != nil {
			answer.Refuse(&out.APIServer, int(s.Code), s.Message)
		} else {
			answer.Refuse(&out.APIServer, http.StatusBadRequest, done.Refusal.Text())
		}
		return out, nil
	case last == nil: // kubectl found no changes
		out := &dryrun.Result{Operation: dryrun.Apply, Object: done.Object}
		out.APIServer.Accepted, out.APIServer.Code, out.APIServer.Warnings = true, http.StatusOK, []string{}
		return out, nil
	default:
		return last, nil
	}
}
