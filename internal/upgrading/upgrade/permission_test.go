package upgrade

import (
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/server/crd"
)

// TestPermission says that alpha versions may change only where they alone are served, and what is lost.
func TestPermission(t *testing.T) {
	of := func(versions ...string) *crd.CustomResourceDefinition {
		c := &crd.CustomResourceDefinition{}
		for _, v := range versions {
			c.Spec.Versions = append(c.Spec.Versions, crd.Version{Name: v, Served: true})
		}
		return c
	}
	for _, c := range []struct {
		name string
		old  *crd.CustomResourceDefinition
		kind *Kind
		want string
	}{
		{"a field is gone", of("v1alpha1"), &fieldRemoved, "stored objects lose data"},
		{"the CRD is gone", of("v1alpha1", "v1alpha2"), &crdRemoved, "the stored objects are deleted"},
		{"a bound", of("v1alpha1"), &boundsTightened, "in any release"},
		{"a beta version as well", of("v1alpha1", "v1beta1"), &fieldRemoved, ""},
		{"nothing breaks", of("v1alpha1"), &fieldAdded, ""},
	} {
		got := Permission(c.old, []Change{{Kind: c.kind, Class: c.kind.Class}})
		if !strings.HasSuffix(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
