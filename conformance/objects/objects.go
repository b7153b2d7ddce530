// Package objects holds crdtool's dry run against what a real API server
// answered to custom objects: to the sample objects of public projects, and to
// damaged creates and updates of them.
package objects

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	utilnet "k8s.io/apimachinery/pkg/util/net"

	"github.com/crdtool/crdtool/conformance/compare"
	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

// Options say what Run compares.
type Options struct {
	// Corpus is the folder of the corpus; when it does not exist, nothing is
	// compared, loudly.
	Corpus string
	// Known is the folder of the known differences.
	Known string
	// Verbose lists all differences, in full.
	Verbose bool
}

// Run compares, prints what it finds, and reports whether all is as it should
// be: no difference that is not known, and no known one that has gone away.
func Run(o Options, out io.Writer) (ok bool, err error) {
	if _, err := os.Stat(filepath.Join(o.Corpus, "dev")); err != nil {
		fmt.Fprintf(out, "NO CORPUS at %s (set CRDTOOL_CORPUS): objects of public projects are NOT compared\n", o.Corpus)
		return true, nil
	}
	rules := dryrun.CEL(celrule.NewCompiler(behaviour.Of(kube.Latest).CEL))
	r := &run{corpus: o.Corpus, rules: rules, resources: map[string]*dryrun.Resource{}}
	warn, strict, err := r.samples()
	if err != nil {
		return false, err
	}
	creates, updates, err := r.mutants()
	if err != nil {
		return false, err
	}
	return compare.Report([]*compare.Set{warn, strict, creates, updates}, o.Known, o.Verbose, out)
}

type run struct {
	corpus    string
	rules     func(*schematree.Tree) dryrun.Rules
	resources map[string]*dryrun.Resource
}

// resource reads a CRD of a project.
func (r *run) resource(repo, name string) (*dryrun.Resource, error) {
	path := filepath.Join(r.corpus, "dev", repo, "crds", name+".yaml")
	if found := r.resources[path]; found != nil {
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
	made, err := dryrun.New(c, dryrun.Server{Rules: r.rules})
	r.resources[path] = made
	return made, err
}

// truth is a line of truth-objects.jsonl or truth-mutants.jsonl.
type truth struct {
	ID, Repo, CRD, File, Path, Op string

	Sent, Object, Old, Result json.RawMessage

	Code     int
	Message  string
	Causes   []golden.Cause
	Warnings []string

	StrictCode    int
	StrictMessage string
}

// version and namespace are those of the URL.
func (t *truth) version() string { return strings.Split(t.Path, "/")[3] }

func (t *truth) namespace() string {
	parts := strings.Split(t.Path, "/")
	if len(parts) > 5 && parts[4] == "namespaces" {
		return parts[5]
	}
	return ""
}

// reply is what a request came to.
type reply struct {
	golden.Answer
	object map[string]any
}

// want is the recorded reply to a body.
func (t *truth) want(body json.RawMessage) (reply, error) {
	a := golden.Answer{Accepted: t.Code/100 == 2, Code: t.Code, Message: golden.StableNames(t.Message, body)}
	for _, c := range t.Causes {
		c.Message = golden.StableNames(c.Message, body)
		a.Causes = append(a.Causes, c)
	}
	warnings, errs := utilnet.ParseWarningHeaders(t.Warnings)
	for _, err := range errs {
		return reply{}, err
	}
	for _, w := range warnings {
		a.Warnings = append(a.Warnings, w.Text)
	}
	var object map[string]any
	if t.Result != nil {
		err := json.Unmarshal([]byte(golden.StableNames(string(t.Result), body)), &object)
		return reply{a, object}, err
	}
	return reply{a, nil}, nil
}

// ask makes the request of a line of crdtool.
func (r *run) ask(t *truth, body json.RawMessage, fieldValidation string) (got reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("crdtool panicked: %v", p)
		}
	}()
	resource, err := r.resource(t.Repo, t.CRD)
	if err != nil {
		return reply{}, err
	}
	opts := dryrun.RequestOptions{FieldValidation: fieldValidation, Version: t.version(), Namespace: t.namespace()}
	sent, err := dryrun.FromJSON(body)
	if err != nil {
		return reply{}, err
	}
	var result *dryrun.Result
	if t.Old == nil {
		result = resource.Create(sent, opts)
	} else {
		stored, err := withLiveUID(t)
		if err != nil {
			return reply{}, err
		}
		old, err := dryrun.FromJSON(stored)
		if err != nil {
			return reply{}, err
		}
		if result, err = resource.Update(sent, old, opts); err != nil {
			return reply{}, err
		}
	}
	a := result.APIServer
	got = reply{golden.Answer{Accepted: a.Accepted, Code: a.Code, Message: a.Message, Warnings: a.Warnings}, result.Object}
	for _, c := range a.Causes {
		got.Causes = append(got.Causes, golden.Cause{Reason: c.Reason, Field: c.Field, Message: c.Message})
	}
	return got, nil
}

// diff compares replies; the object is compared as JSON.
func diff(want, got reply) []string {
	lines := want.Answer.Canonical().Diff(got.Answer.Canonical())
	return append(lines, golden.Differences("object", normal(want.object), normal(got.object))...)
}

func normal(object map[string]any) any {
	if object == nil {
		return nil
	}
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	var v any
	_ = json.Unmarshal(text, &v) // it has just been written
	return v
}
