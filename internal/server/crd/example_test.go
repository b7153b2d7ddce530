package crd_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
)

// The server fills in names before it checks.
func ExampleChecker_Check() {
	c := &crd.CustomResourceDefinition{}
	c.Metadata.Name = "widgets.example.com"
	c.Spec.Group, c.Spec.Scope = "example.com", "Namespaced"
	c.Spec.Names.Plural, c.Spec.Names.Kind = "widgets", "Widget"
	c.Spec.Versions = []crd.Version{{Name: "v1", Served: true, Storage: true}}

	answer := crd.NewChecker(behaviour.Of(kube.Latest)).Check(c, nil)
	fmt.Println(c.Spec.Names.ListKind)
	for _, f := range answer.Findings {
		fmt.Printf("%s: %q\n", f.Path.Server(), f.ServerMessage())
	}
	// Output:
	// WidgetList
	// spec.versions[0].schema.openAPIV3Schema: "Required value"
}
