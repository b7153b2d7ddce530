package dryrun_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/crdtool/crdtool/internal/server/dryrun"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/internal/testkit/sweep"
	"github.com/crdtool/crdtool/internal/text/code"
)

// TestLater compares Later of objects that are refused for unknown and repeated fields with the
// answer to a request that only warns of those.
func TestLater(t *testing.T) {
	refused, wrong := map[string]int{}, 0
	compare := func(t *testing.T, as string, strict, warned *dryrun.Result) {
		t.Helper()
		later := strict.Later()
		if (later != nil) != (strict.Refusal == code.StrictDecoding) {
			t.Fatalf("%s: refused for %q, and later is %v", as, strict.Refusal, later)
		}
		if later == nil {
			return
		}
		refused[as]++
		wrong += len(later.Findings)
		a, b := &later.APIServer, &warned.APIServer
		if !reflect.DeepEqual(later.Findings, warned.Findings) || !reflect.DeepEqual(later.Rest, warned.Rest) || later.Refusal != warned.Refusal ||
			a.Accepted != b.Accepted || a.Code != b.Code || a.Message != b.Message || !reflect.DeepEqual(a.Causes, b.Causes) {
			t.Errorf("%s: later %+v %v, and with warnings %+v %v", as, later.APIServer, later.Findings, warned.APIServer, warned.Findings)
		}
		if len(later.Trace) > 0 {
			t.Errorf("%s: a trace of %d", as, len(later.Trace))
		}
	}
	for _, c := range readCases(t) {
		if c.Object == nil || usesUpBudget(c) && !sweep.Thorough() {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			r := resourceWith(t, c.CRD, frugal)
			doc := document(t, "object", c.Object)
			apiVersion, _ := doc.TypeMeta()
			_, version, _ := strings.Cut(apiVersion, "/")
			for _, manage := range []bool{false, true} {
				both := func(as string, send func(dryrun.RequestOptions) (*dryrun.Result, error)) {
					t.Helper()
					opts := dryrun.RequestOptions{Version: c.Version, FillResourceVersion: true, Owners: manage, Most: 2}
					strict, err := send(opts)
					if err != nil {
						return
					}
					if strict.Old != nil {
						delete(strict.Old["metadata"].(map[string]any), "resourceVersion") // callers do so
					}
					opts.FieldValidation = dryrun.Warn
					warned, err := send(opts)
					if err != nil {
						t.Fatal(err)
					}
					compare(t, as, strict, warned)
				}
				sent := laterObject(t, c)
				both("create", func(o dryrun.RequestOptions) (*dryrun.Result, error) { return r.Create(sent, o), nil })
				p := dryrun.Patch{Type: dryrun.ApplyPatch, Applied: sent}
				p.Name, _, _ = unstructured.NestedString(sent.Value(), "metadata", "name")
				both("apply", func(o dryrun.RequestOptions) (*dryrun.Result, error) {
					o.Manager, o.Version = "m", version
					return r.Patch(p, nil, o)
				})
				if c.Old == nil {
					continue
				}
				old := dryrun.FromDocument(document(t, "old.yaml", c.Old))
				both("update", func(o dryrun.RequestOptions) (*dryrun.Result, error) { return r.Update(sent, old, o) })
				both("status", func(o dryrun.RequestOptions) (*dryrun.Result, error) { return r.UpdateStatus(sent, old, o) })
				body, err := json.Marshal(sent.Value())
				if err != nil {
					continue
				}
				name, _, _ := unstructured.NestedString(old.Value(), "metadata", "name")
				for _, sub := range []string{"", "status"} {
					p := dryrun.Patch{Type: dryrun.MergePatch, Subresource: sub, Body: body, Name: name}
					both("patch"+sub, func(o dryrun.RequestOptions) (*dryrun.Result, error) {
						o.Version = version
						return r.Patch(p, &old, o)
					})
				}
			}
		})
	}
	for _, as := range []string{"create", "update", "status", "patch", "patchstatus", "apply"} {
		if refused[as] == 0 {
			t.Errorf("none was refused of %s", as)
		}
	}
	if wrong == 0 {
		t.Error("nothing else was wrong with any")
	}
	t.Log(refused, wrong)
}

func laterObject(t *testing.T, c *golden.ObjectCase) dryrun.Object {
	t.Helper()
	name := "object.yaml"
	if c.JSON {
		name = "object.json"
	}
	return dryrun.FromDocument(document(t, name, c.Object))
}

const laterCRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {type: string}}}, set: {type: array, x-kubernetes-list-type: set, items: {type: string}}, embedded: {type: array, items: {type: object, x-kubernetes-embedded-resource: true}}}}}
`

// TestLaterHasTheOldObject changes the old object of the answer, which Later does not see.
func TestLaterHasTheOldObject(t *testing.T) {
	r := resource(t, []byte(laterCRD))
	object := func(version, more string) dryrun.Object {
		return dryrun.FromDocument(document(t, "o.yaml", []byte("apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a, namespace: default, resourceVersion: '"+version+"'"+more+"}\nspec: {b: c}\n")))
	}
	result, err := r.Update(object("4", ""), object("5", ""), dryrun.RequestOptions{})
	if err != nil {
		t.Fatal(err)
	}
	delete(result.Old["metadata"].(map[string]any), "resourceVersion")
	if later := result.Later(); later == nil || later.APIServer.Code != 409 {
		t.Errorf("later: %+v", later)
	}
	// What is wrong in managedFields is told as by a request that warns.
	owners := ", managedFields: [{manager: m, operation: X, apiVersion: example.com/v1}]"
	for _, sent := range []string{"", owners} {
		opts := dryrun.RequestOptions{Owners: true, Manager: "m"}
		strict, err := r.Update(object("5", sent), object("5", owners), opts)
		if err != nil {
			t.Fatal(err)
		}
		opts.FieldValidation = dryrun.Warn
		warned, err := r.Update(object("5", sent), object("5", owners), opts)
		if err != nil {
			t.Fatal(err)
		}
		if later := strict.Later(); !reflect.DeepEqual(later.Findings, warned.Findings) {
			t.Errorf("later: %v, warned: %v", later.Findings, warned.Findings)
		}
	}
}
