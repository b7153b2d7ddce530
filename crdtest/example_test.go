package crdtest_test

import (
	"fmt"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/crdtool/crdtool/crdtest"
)

// A test of an operator's API. Types that a scheme knows need no apiVersion and no kind.
func Example() {
	_ = func(t *testing.T) { // func TestSocketIsImmutable(t *testing.T)
		t.Parallel()
		c := crdtest.Load(t, crdtest.Options{Scheme: newScheme()}, "testdata/lamps.yaml").Cluster(t)
		l := lamp(LampSpec{Socket: "E27"})
		crdtest.MustCreate(t, c, l)
		l.Spec.Socket = "E14"
		crdtest.WantInvalid(t, c.Update(l), "spec.socket", "socket is immutable")
	}
}

// Errors are those of a client, and objects are what the server has stored.
func ExampleCluster_Create() {
	server, err := crdtest.New(crdtest.Options{Scheme: newScheme()}, "testdata/lamps.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	c := server.Cluster(nil)
	l := lamp(LampSpec{Watts: 75})
	err = c.Create(l)
	fmt.Println(apierrors.IsInvalid(err), err)
	fmt.Println(c.Explain(err))

	l.Spec.Watts = 60
	err = c.Create(l)
	fmt.Println(err, l.Spec.Socket, l.Generation)
	// Output:
	// true Lamp.example.com "desk" is invalid: spec.watts: Invalid value: 75: spec.watts in body should be less than or equal to 60
	// testdata/lamps.yaml:31: maximum: 60
	// <nil> E27 1
}
