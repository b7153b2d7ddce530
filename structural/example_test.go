package structural_test

import (
	"fmt"

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
		fmt.Println(f.ServerPath+":", f.ServerMessage)
	}
	// Output:
	// openAPIV3Schema.properties[size].type: Required value: must not be empty for specified object fields
}
