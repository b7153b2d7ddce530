package crdtest_test

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/crdtool/crdtool/crdtest"
)

// Lamp is a type as kubebuilder's are.
type Lamp struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   LampSpec   `json:"spec,omitempty"`
	Status LampStatus `json:"status,omitempty"`
}

type LampSpec struct {
	Socket string `json:"socket,omitempty"`
	Watts  int    `json:"watts,omitempty"`
	// Dim has no omitempty in DimmedLamp.
	Dim   *int   `json:"dim,omitempty"`
	Bulbs []Bulb `json:"bulbs,omitempty"`
	// Colour is a field that the CRD does not have.
	Colour string `json:"colour,omitempty"`
}

type Bulb struct {
	Name   string `json:"name"`
	Colour string `json:"colour,omitempty"`
}

type LampStatus struct {
	Lit *bool `json:"lit,omitempty"`
}

func (l *Lamp) DeepCopyObject() runtime.Object {
	out := *l
	out.ObjectMeta = *l.ObjectMeta.DeepCopy()
	return &out
}

var groupVersion = schema.GroupVersion{Group: "example.com", Version: "v1"}

func newScheme() *runtime.Scheme {
	s := runtime.NewScheme()
	s.AddKnownTypes(groupVersion, &Lamp{})
	return s
}

func lamps(t testing.TB) *crdtest.Cluster {
	t.Helper()
	return crdtest.Load(t, crdtest.Options{Scheme: newScheme()}, "testdata/lamps.yaml").Cluster(t)
}

func lamp(spec LampSpec) *Lamp {
	return &Lamp{ObjectMeta: metav1.ObjectMeta{Name: "desk", Namespace: "default"}, Spec: spec}
}

func untyped(kind, name string, spec map[string]any) *unstructured.Unstructured {
	u := &unstructured.Unstructured{Object: map[string]any{}}
	u.SetGroupVersionKind(groupVersion.WithKind(kind))
	u.SetNamespace("default")
	u.SetName(name)
	u.Object["spec"] = spec
	return u
}
