package dryrun_test

import (
	"reflect"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/crdtool/crdtool/internal/dryrun"
)

// TestLent makes the requests of objects that may be shared and of those that may not: they
// end alike, and leave the objects as they were.
func TestLent(t *testing.T) {
	for _, c := range readCases(t) {
		if c.Object == nil || c.Operation != "create" && c.Operation != "update" && c.Operation != "update-status" {
			continue
		}
		r := resourceWith(t, c.CRD, frugal)
		lent := laterObject(t, c)
		if lent.Value() == nil || lent.Repeats() {
			continue
		}
		before := runtime.DeepCopyJSON(lent.Value())
		alone := dryrun.FromValue(runtime.DeepCopyJSON(before))
		var old dryrun.Object
		if c.Old != nil {
			old = dryrun.FromDocument(document(t, "old.yaml", c.Old))
		}
		send := func(o dryrun.Object) *dryrun.Result {
			opts := dryrun.RequestOptions{FieldValidation: c.FieldValidation, Version: c.Version, FillResourceVersion: true}
			var result *dryrun.Result
			var err error
			switch c.Operation {
			case "create":
				result = r.Create(o, opts)
			case "update":
				result, err = r.Update(o, old, opts)
			default:
				result, err = r.UpdateStatus(o, old, opts)
			}
			if err != nil {
				t.Fatal(err)
			}
			return result
		}
		got, want := send(lent), send(alone)
		if !reflect.DeepEqual(got.Object, want.Object) || !reflect.DeepEqual(got.Stored, want.Stored) || !reflect.DeepEqual(got.Kept, want.Kept) ||
			got.APIServer.Code != want.APIServer.Code || len(got.APIServer.Causes) != len(want.APIServer.Causes) {
			t.Errorf("%s: %+v\n%v, and alone %+v\n%v", c.Name, got.APIServer, got.Object, want.APIServer, want.Object)
		}
		if !reflect.DeepEqual(lent.Value(), before) {
			t.Errorf("%s: the object was changed from %v to %v", c.Name, before, lent.Value())
		}
	}
}

// TestDefaultsThatAreLost: of a default that a conversion takes apart, each place is told.
func TestDefaultsThatAreLost(t *testing.T) {
	r := resource(t, []byte(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object, properties: {l: {type: array, items: {type: object, properties: {c: {type: object, properties: {e: {type: string}}}}}}}}}
  - name: v2
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {l: {type: array, items: {type: object, properties: {c: {type: object, default: {d: 1}, properties: {d: {type: integer}, e: {type: string}}}}}}}}}
`))
	sent := dryrun.FromDocument(document(t, "o.yaml", []byte("apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nl: [{}, {}, {}]\n")))
	result := r.Create(sent, dryrun.RequestOptions{})
	if !result.APIServer.Accepted {
		t.Fatalf("%+v", result.APIServer)
	}
	var lost []string
	for _, e := range result.Trace {
		if e.Action == dryrun.Lost {
			lost = append(lost, e.Path)
		}
	}
	if want := []string{"l[0].c.d", "l[1].c.d", "l[2].c.d"}; !reflect.DeepEqual(lost, want) {
		t.Errorf("lost are %q, want %q", lost, want)
	}
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

// TestOnlyWhatIsLentIsShared: who gives an object as a value may go on to change it.
func TestOnlyWhatIsLentIsShared(t *testing.T) {
	r := resource(t, []byte(laterCRD))
	const text = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {a: b}\n"
	shares := func(o dryrun.Object) bool {
		result := r.Create(o, dryrun.RequestOptions{})
		if !result.APIServer.Accepted {
			t.Fatalf("%+v", result.APIServer)
		}
		return reflect.ValueOf(result.Object["spec"]).Pointer() == reflect.ValueOf(o.Value()["spec"]).Pointer()
	}
	doc := document(t, "o.yaml", []byte(text))
	lent := dryrun.FromDocument(doc)
	if value := dryrun.FromValue(runtime.DeepCopyJSON(lent.Value())); !shares(lent) || shares(value) || !shares(value.At(doc)) {
		t.Error("what is lent is not shared, or what is not is")
	}
}

// TestLaterHasTheOldObject as it was, whatever is done to the one of the answer.
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
