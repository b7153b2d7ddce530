package versions

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/crdtool/crdtool/conformance/requests"
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// emulated is crdtool at one version, as one serves a run of the command.
type emulated struct {
	version   kube.Version
	linter    *lint.Linter
	costs     *celcost.Checker
	rules     func(*schematree.Tree) dryrun.Rules
	resources map[string]*dryrun.Resource
}

func emulate(minor int) *emulated {
	v := version(minor)
	return &emulated{
		version: v, linter: lint.New(v), resources: map[string]*dryrun.Resource{},
		costs: celcost.NewChecker(behaviour.Of(v)),
		rules: dryrun.CEL(celrule.NewCompiler(behaviour.Of(v).CEL)),
	}
}

// errNotRead is what crdtool says of a text that it reads no CRD from.
var errNotRead = errors.New("crdtool reads no CRD")

// judge is crdtool's answer to one CRD; old is nil on create.
func (e *emulated) judge(name string, text []byte, fieldValidation string, old []byte) (a golden.Answer, err error) {
	defer recovered(&err)
	opts := lint.Options{FieldValidation: fieldValidation, RawBody: true}
	if old != nil {
		f := source.Read("old.yaml", old)
		if len(f.Documents) != 1 {
			return a, fmt.Errorf("crdtool reads %d documents in old.yaml", len(f.Documents))
		}
		opts.Old = func(string) *source.Document { return f.Documents[0] }
	}
	report := e.linter.File(source.Read(name, text), opts)
	switch n := len(report.Documents); n {
	case 0:
		return a, errNotRead
	case 1:
		r := report.Documents[0].APIServer
		a = golden.Answer{Accepted: r.Accepted, Code: r.Code, Message: r.Message, Warnings: r.Warnings}
		for _, c := range r.Causes {
			a.Causes = append(a.Causes, golden.Cause{Reason: c.Reason, Field: c.Field, Message: c.Message})
		}
		return a.Canonical(), nil
	default:
		return a, fmt.Errorf("crdtool reads %d CRDs", n)
	}
}

func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("crdtool panicked: %v", p)
	}
}

func (e *emulated) resource(name string, text []byte) (*dryrun.Resource, error) {
	f := source.Read(name, text)
	if len(f.Documents) != 1 {
		return nil, fmt.Errorf("%s: %d documents", name, len(f.Documents))
	}
	c, _ := crd.Decode(f.Documents[0])
	return dryrun.New(c, dryrun.Server{Version: e.version, Rules: e.rules})
}

// corpusResource reads a CRD of a project.
func (e *emulated) corpusResource(corpus, repo, name string) (*dryrun.Resource, error) {
	path := filepath.Join(corpus, "dev", repo, "crds", name+".yaml")
	if found := e.resources[path]; found != nil {
		return found, nil
	}
	f, err := source.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(f.Documents) != 1 {
		return nil, fmt.Errorf("%s: %d documents", path, len(f.Documents))
	}
	c, _ := crd.Decode(f.Documents[0])
	made, err := dryrun.New(c, dryrun.Server{Version: e.version, Rules: e.rules})
	e.resources[path] = made
	return made, err
}

// askCorpus is crdtool's answer to a request about an object of the corpus.
func (e *emulated) askCorpus(corpus string, r requests.Object) (a golden.ObjectAnswer, err error) {
	defer recovered(&err)
	resource, err := e.corpusResource(corpus, r.Repo, r.CRD)
	if err != nil {
		return a, err
	}
	opts := dryrun.RequestOptions{FieldValidation: r.FieldValidation, Version: r.Version(), Namespace: r.Namespace()}
	sent, err := dryrun.FromJSON(r.Body)
	if err != nil {
		return a, err
	}
	if r.Old == nil {
		return objectAnswer(resource.Create(sent, opts)), nil
	}
	old, err := dryrun.FromJSON(r.Old)
	if err != nil {
		return a, err
	}
	result, err := resource.Update(sent, old, opts)
	if err != nil {
		return a, err
	}
	return objectAnswer(result), nil
}

// askCase is crdtool's answer to a case on an object.
func (e *emulated) askCase(c *golden.ObjectCase) (a golden.ObjectAnswer, err error) {
	defer recovered(&err)
	r, err := e.resource("crd.yaml", c.CRD)
	if err != nil {
		return a, err
	}
	opts := dryrun.RequestOptions{FieldValidation: c.FieldValidation, Version: c.Version, FillResourceVersion: true}
	var sent, old dryrun.Object
	if c.Object != nil {
		name := "object.yaml"
		if c.JSON {
			name = "object.json"
		}
		if sent, err = object(name, c.Object); err != nil {
			return a, err
		}
	}
	if c.Old != nil {
		if old, err = object("old.yaml", c.Old); err != nil {
			return a, err
		}
	}
	var result *dryrun.Result
	switch c.Operation {
	case "create":
		result = r.Create(sent, opts)
	case "update":
		result, err = r.Update(sent, old, opts)
	case "update-status":
		result, err = r.UpdateStatus(sent, old, opts)
	case "scale":
		result, err = r.UpdateScale(c.Replicas, old, opts)
	default:
		return a, errNotAsked
	}
	if err != nil {
		return a, err
	}
	return objectAnswer(result), nil
}

// errNotAsked is that of requests that the dry run does not make.
var errNotAsked = errors.New("not a request of the dry run")

func object(name string, text []byte) (dryrun.Object, error) {
	f := source.Read(name, text)
	if len(f.Documents) != 1 {
		return dryrun.Object{}, fmt.Errorf("%s: %d documents", name, len(f.Documents))
	}
	return dryrun.FromDocument(f.Documents[0]), nil
}

func objectAnswer(r *dryrun.Result) golden.ObjectAnswer {
	a := golden.Answer{Accepted: r.APIServer.Accepted, Code: r.APIServer.Code, Message: r.APIServer.Message, Warnings: r.APIServer.Warnings}
	for _, c := range r.APIServer.Causes {
		a.Causes = append(a.Causes, golden.Cause{Reason: c.Reason, Field: c.Field, Message: c.Message})
	}
	o := golden.ObjectAnswer{Answer: a.Canonical()}
	switch {
	case r.Scale != nil:
		o.Object = r.Scale
	case r.Object != nil:
		o.Object = r.Object
	}
	return o
}
