package gotests

import (
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"
)

// test is a Go test as one writes it for an API.
type test struct {
	name string
	do   func(*run)
	// example says that it needs no CRDs but the example's.
	example bool
}

// run is a test under way on either of the two.
type run struct {
	client    client
	namespace string
	answers   []answer
}

// The requests: want is the reason for which one is refused, "" for one that is not, and
// "Error" for an error that is no Status.

func (r *run) create(o object, want string, opts ...options) {
	r.note("create", want, r.client.create(o, one(opts)), o)
}

func (r *run) update(o object, want string, opts ...options) {
	r.note("update", want, r.client.update(o, "", one(opts)), o)
}

func (r *run) status(o object, want string, opts ...options) {
	r.note("update status", want, r.client.update(o, "status", one(opts)), o)
}

func (r *run) apply(o object, want string, opts ...options) {
	r.note("apply", want, r.client.apply(o, one(opts)), o)
}

func (r *run) patch(o object, t types.PatchType, patch, subresource, want string) {
	r.note("patch", want, r.client.patch(o, t, patch, subresource), o)
}

func (r *run) remove(o object, want string) { r.note("delete", want, r.client.remove(o), o) }

func (r *run) get(o object, want string) { r.note("get", want, r.client.get(o), o) }

func one(opts []options) options {
	if len(opts) > 0 {
		return opts[0]
	}
	return options{}
}

func by(manager string) options { return options{manager: manager} }

func byForce(manager string) options { return options{manager: manager, force: true} }

var strict = options{validation: "Strict"}

// from is the object of a manifest.
func from(text string) *unstructured.Unstructured {
	u := &unstructured.Unstructured{}
	json, err := yaml.YAMLToJSON([]byte(text))
	if err == nil {
		err = u.UnmarshalJSON(json)
	}
	if err != nil {
		panic(err) // the tests are written here
	}
	return u
}

// set changes a field of an object.
func change(u *unstructured.Unstructured, value any, path ...string) *unstructured.Unstructured {
	if err := unstructured.SetNestedField(u.Object, value, path...); err != nil {
		panic(err)
	}
	return u
}

// set copies what came back into the object of a test.
func set(o object, fresh runtime.Object) {
	reflect.ValueOf(o).Elem().Set(reflect.ValueOf(fresh).Elem())
}
