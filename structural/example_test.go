package structural_test

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
	"github.com/crdtool/crdtool/structural"
)

// A schema as a program has it once it has decoded a CRD.
func ExampleCheckSchema() {
	s, err := schema.FromValue(map[string]any{
		"type": "object",
		"properties": map[string]any{
			"size": map[string]any{"minimum": 1},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range structural.CheckSchema(s) {
		fmt.Println(f.Path.Server()+":", f.ServerMessage())
	}
	// Output:
	// openAPIV3Schema.properties[size].type: Required value: must not be empty for specified object fields
}

// A type belongs outside of junctors.
func ExampleCheck() {
	s := &schema.Schema{Type: "object", Branches: &schema.Branches{AnyOf: []*schema.Schema{{Type: "object"}}}}
	for _, f := range structural.Check(schema.NewTree(s, finding.Root("openAPIV3Schema"))) {
		fmt.Println(f.Path.Server()+":", f.ServerMessage())
	}
	// Output:
	// openAPIV3Schema.anyOf[0].type: Forbidden: must be empty to be structural
}
