package clientapply_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/objects/clientapply"
	"github.com/crdtool/crdtool/internal/testkit/codelist"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

const recordings = "../../../testdata/clientapply"

// TestRecordedCommands does what kubectl did, with the server's recorded answers: every
// request has to be the one that kubectl made, and every word.
func TestRecordedCommands(t *testing.T) {
	all, err := golden.ReadCommands(filepath.Join(recordings, "commands.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	crds := map[string]recordedCRD{}
	commands, applies, requests, failed := 0, 0, 0, 0
	patches := 0 // by other commands
	outcomes := map[clientapply.Outcome]int{}
	said := map[finding.Code]int{}
	for i, c := range all {
		if strings.HasPrefix(c.ID, "random/") && !sweep.Takes(3, i) {
			continue
		}
		if _, known := crds[c.CRD]; !known {
			crds[c.CRD] = readCRD(t, c.CRD)
		}
		for i, s := range c.Steps {
			if len(s.Args) == 0 {
				continue
			}
			commands++
			requests += len(s.Requests)
			if s.Args[0] == "apply" {
				applies++
			}
			if name, other := managers[s.Args[0]]; other {
				last := s.Requests[len(s.Requests)-1]
				if q, err := url.ParseQuery(last.Query); err != nil || last.Method == "PATCH" && q.Get("fieldManager") != name {
					t.Errorf("%s, step %d, kubectl %s: %s, want the manager %s", c.ID, i+1, s.Args[0], last.Query, name)
				}
				patches += len(s.Requests) / 2
				continue
			}
			r := &replay{crd: crds[c.CRD], step: s}
			result, extra := r.run()
			problems := r.problems
			if extra != "" {
				problems = append(problems, extra)
			} else {
				outcomes[result.Outcome]++
				for _, n := range result.Notes {
					said[n.Code]++
				}
				if result.Refusal != nil {
					said[result.Refusal.Code]++
				}
				problems = append(problems, r.compare(result)...)
			}
			if len(problems) > 0 {
				if failed++; failed <= 10 {
					t.Errorf("%s, step %d, kubectl %s:\n%s\n%s", c.ID, i+1, strings.Join(s.Args, " "), s.Manifest, strings.Join(problems, "\n"))
				}
			}
		}
	}
	t.Logf("%d objects, %d commands of kubectl, %d of them apply, %d requests; %d commands differ; outcomes %v", len(all), commands, applies, requests, failed, outcomes)
	if patches == 0 {
		t.Error("no command changes an object that is not made of a manifest")
	}
	if applies < sweep.Times(333, 1000) {
		t.Errorf("only %d applies are recorded", applies)
	}
	for _, o := range []clientapply.Outcome{"", clientapply.Created, clientapply.Configured, clientapply.Unchanged, clientapply.ServerSideApplied,
		clientapply.Replaced, clientapply.Patched, clientapply.PatchedNoChange} {
		if outcomes[o] == 0 {
			t.Errorf("no command ends with %q", o)
		}
	}
	for _, c := range codelist.All(t) {
		if c.Rule() == "kubectl" && (said[c] == 0) != slices.Contains(unrecorded, c) {
			t.Errorf("%d commands say %s", said[c], c)
		}
	}
	t.Log(said)
}

// managers are those of commands of which only that is known here.
var managers = map[string]string{"annotate": clientapply.ManagerAnnotate, "edit": clientapply.ManagerEdit, "label": clientapply.ManagerLabel}

// unrecorded is what the recorder's server never has kubectl say; other tests do.
var unrecorded = []finding.Code{code.KubectlMigrationAnnotation, code.KubectlMigrationPatch,
	code.KubectlIdentityChanged, code.KubectlNoServerSide}

// crd is what kubectl knows of a CRD.
type recordedCRD struct {
	Spec struct {
		Group, Scope string
		Names        struct{ Plural, Kind string }
		Versions     []struct{ Name string }
	}
}

func readCRD(t *testing.T, name string) (c recordedCRD) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(recordings, "crds", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// serves returns the resource of a kind, if the CRD defines it.
func (c *recordedCRD) serves(gvk schema.GroupVersionKind) (clientapply.Resource, bool) {
	r := clientapply.Resource{GroupVersionKind: gvk, Plural: c.Spec.Names.Plural, Namespaced: c.Spec.Scope == "Namespaced"}
	served := slices.ContainsFunc(c.Spec.Versions, func(v struct{ Name string }) bool { return v.Name == gvk.Version })
	return r, served && gvk.Group == c.Spec.Group && gvk.Kind == c.Spec.Names.Kind
}

// replay is a command with the answers it got.
type replay struct {
	crd      recordedCRD
	step     golden.Command
	resource clientapply.Resource
	asked    int
	problems []string
}

// options are those of the flags. They have to be ones that this test knows.
func options(c golden.Command) (o clientapply.Options, others map[string]string, err error) {
	o.Source = c.File
	others = map[string]string{}
	for _, arg := range c.Args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		switch name {
		case "--server-side":
			o.ServerSide = true
		case "--force-conflicts":
			o.Force = value != "false"
		case "--save-config":
			o.SaveConfig = true
		case "--field-manager":
			o.Manager = value
		case "--subresource":
			o.Subresource = value
		case "--namespace":
			o.Namespace, o.RequireNamespace = value, true
		case "--overwrite": // changes nothing
		case "--validate":
			o.Validation = map[string]string{"strict": "Strict", "true": "Strict", "warn": "Warn", "ignore": "Ignore", "false": "Ignore"}[value]
		case "--type", "--patch":
			others[name] = value
		default:
			if strings.HasPrefix(arg, "--") {
				return o, nil, fmt.Errorf("unknown flag %s", arg)
			}
		}
	}
	return o, others, nil
}

// run does what the command does. It returns why it cannot, if so.
func (r *replay) run() (*clientapply.Result, string) {
	o, others, err := options(r.step)
	if err != nil {
		return nil, err.Error()
	}
	if r.step.Args[0] == "patch" {
		last := r.crd.Spec.Versions[len(r.crd.Spec.Versions)-1].Name
		r.resource, _ = r.crd.serves(schema.GroupVersionKind{Group: r.crd.Spec.Group, Version: last, Kind: r.crd.Spec.Names.Kind})
		body, err := yaml.YAMLToJSON([]byte(others["--patch"]))
		if err != nil {
			return nil, err.Error()
		}
		t := map[string]types.PatchType{"merge": types.MergePatchType, "json": types.JSONPatchType, "strategic": types.StrategicMergePatchType}[others["--type"]]
		return clientapply.PatchObject(clientapply.NamedPatch{Name: r.step.Args[2], Type: t, Body: body}, r.resource, o, r.answer), ""
	}

	text, err := clientapply.ReadJSON([]byte(r.step.Manifest))
	if err != nil {
		return &clientapply.Result{Refusal: clientapply.Unreadable(err, o)}, ""
	}
	if len(text) > 0 {
		gvk, refusal := clientapply.Identify(text, o)
		if refusal != nil {
			return &clientapply.Result{Refusal: refusal}, ""
		}
		var served bool
		if r.resource, served = r.crd.serves(gvk); !served {
			return &clientapply.Result{Refusal: clientapply.NoCRD(text, o)}, ""
		}
	}
	do := map[string]func([]byte, clientapply.Resource, clientapply.Options, func(clientapply.Request) clientapply.Answer) *clientapply.Result{
		"apply": clientapply.Apply, "create": clientapply.CreateObject, "replace": clientapply.Replace}[r.step.Args[0]]
	return do(text, r.resource, o, r.answer), ""
}

// answer compares a request with the one that kubectl made, and gives its answer.
func (r *replay) answer(q clientapply.Request) clientapply.Answer {
	got := exchange(r.resource, q)
	if r.asked >= len(r.step.Requests) {
		r.problems = append(r.problems, fmt.Sprintf("one request too many: %s %s %s", got.Method, got.Path, got.Body))
		return clientapply.Answer{Status: &metav1.Status{Message: "no request was expected"}}
	}
	want := r.step.Requests[r.asked]
	r.asked++
	problem := func(what, got, want string) {
		if got != want {
			r.problems = append(r.problems, fmt.Sprintf("request %d, %s:\n got %s\nwant %s", r.asked, what, got, want))
		}
	}
	problem("verb", got.Method, want.Method)
	problem("path", got.Path, want.Path)
	problem("query", got.Query, want.Query)
	problem("content type", got.ContentType, want.ContentType)
	if !reflect.DeepEqual(number(got.Body), number(want.Body)) {
		problem("body", string(got.Body), string(want.Body))
	}

	var object map[string]any
	if err := utiljson.Unmarshal(want.Answer, &object); err != nil {
		r.problems = append(r.problems, err.Error())
	}
	a := clientapply.Answer{Object: object, Warnings: want.Warnings}
	if want.Code >= 400 {
		a.Object, a.Status = nil, new(metav1.Status)
		if err := json.Unmarshal(want.Answer, a.Status); err != nil {
			r.problems = append(r.problems, err.Error())
		}
	}
	return a
}

// exchange is a request as it is sent.
func exchange(r clientapply.Resource, q clientapply.Request) golden.Exchange {
	e := golden.Exchange{Body: q.Body}
	e.Path = "/apis/" + r.Group + "/" + r.Version
	if r.Namespaced {
		e.Path += "/namespaces/" + q.Namespace
	}
	e.Path += "/" + r.Plural
	if q.Name != "" {
		e.Path += "/" + q.Name
	}
	if q.Subresource != "" {
		e.Path += "/" + q.Subresource
	}
	if q.Namespaces {
		e.Path = "/api/v1/namespaces/" + q.Name
	}
	query := url.Values{}
	for name, value := range map[string]string{"fieldManager": q.Manager, "fieldValidation": q.Validation} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if q.Force != nil {
		query.Set("force", fmt.Sprint(*q.Force))
	}
	e.Query = query.Encode()
	switch q.Verb {
	case clientapply.Get:
		e.Method = "GET"
	case clientapply.Create:
		e.Method, e.ContentType = "POST", "application/json"
	case clientapply.Update:
		e.Method, e.ContentType = "PUT", "application/json"
	case clientapply.Patch:
		e.Method, e.ContentType = "PATCH", string(q.Type)
	}
	return e
}

// number is a JSON value with numbers as they are written.
func number(text []byte) any {
	if len(text) == 0 {
		return nil
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return err
	}
	return v
}

// compare lists what is otherwise about the command's end.
func (r *replay) compare(got *clientapply.Result) (problems []string) {
	problem := func(what, got, want string) {
		if got != want {
			problems = append(problems, fmt.Sprintf("%s:\n got %s\nwant %s", what, got, want))
		}
	}
	if r.asked < len(r.step.Requests) {
		problems = append(problems, fmt.Sprintf("%d requests were not made, the first: %s %s", len(r.step.Requests)-r.asked, r.step.Requests[r.asked].Method, r.step.Requests[r.asked].Path))
	}
	problem("output", got.Output(), r.step.Out)
	problem("errors", got.Errors(), r.step.Err)
	if exit := r.step.Exit; (exit != 0) != (got.Refusal != nil) {
		problems = append(problems, fmt.Sprintf("exit status %d", exit))
	}
	if got.Outcome != "" && len(r.step.Requests) > 0 {
		last := r.step.Requests[len(r.step.Requests)-1]
		var object map[string]any
		if err := utiljson.Unmarshal(last.Answer, &object); err != nil {
			problems = append(problems, err.Error())
		}
		if last.Code < 400 && !reflect.DeepEqual(got.Object, object) {
			problems = append(problems, "the object is not that of the last answer")
		}
	}
	return problems
}

// TestAnnotation has the annotation that kubectl writes, byte for byte; that of requests is
// compared with the recording as a part of their bodies.
func TestAnnotation(t *testing.T) {
	const manifest = `{"kind":"W","apiVersion":"g/v1","z":null,"a":1.0,"metadata":{"name":"n","annotations":{"b":"<","` + clientapply.Annotation + `":"old"}}}`
	var sent []byte
	clientapply.Apply([]byte(manifest), clientapply.Resource{GroupVersionKind: schema.GroupVersionKind{Group: "g", Version: "v1", Kind: "W"}, Plural: "ws"}, clientapply.Options{},
		func(r clientapply.Request) clientapply.Answer {
			if r.Verb == clientapply.Create {
				sent = r.Body
			}
			return clientapply.Answer{Status: &metav1.Status{Reason: metav1.StatusReasonNotFound}}
		})
	u := &unstructured.Unstructured{}
	if err := json.Unmarshal(sent, &u.Object); err != nil {
		t.Fatal(err)
	}
	want := `{"a":1,"apiVersion":"g/v1","kind":"W","metadata":{"annotations":{"b":"\u003c"},"name":"n"},"z":null}` + "\n"
	if got := u.GetAnnotations()[clientapply.Annotation]; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
