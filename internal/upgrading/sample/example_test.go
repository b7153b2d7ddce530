package sample_test

import (
	"fmt"
	"os"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/schema"
)

// A full sample has a value in every field.
func ExampleGenerator_Generate() {
	s := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
		{Name: "size", Schema: &schema.Schema{Type: "string", Pattern: "^[0-9]+Gi$"}},
		{Name: "ports", Schema: &schema.Schema{Type: "array", Items: &schema.Items{Schema: &schema.Schema{Type: "integer"}}}},
	})}
	c := &crd.CustomResourceDefinition{}
	c.Spec.Group, c.Spec.Names.Kind = "example.com", "Widget"
	c.Spec.Versions = []crd.Version{{Name: "v1", Served: true, Storage: true, Schema: &crd.Validation{OpenAPIV3Schema: s}}}

	g, err := sample.New(c, sample.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	full, err := g.Generate("v1", sample.Full)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := full.WriteYAML(os.Stdout, false); err != nil {
		fmt.Println(err)
	}
	fmt.Println("# accepted:", full.Accepted)
	// Output:
	// apiVersion: example.com/v1
	// kind: Widget
	// metadata:
	//   name: example
	// size: 1Gi
	// ports:
	// - 8080
	// # accepted: true
}
