package structural_test

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
	"github.com/crdtool/crdtool/structural"
)

// A type belongs outside of junctors.
func ExampleCheck() {
	s := &schema.Schema{Type: "object", AnyOf: []*schema.Schema{{Type: "object"}}}
	for _, f := range structural.Check(schema.NewTree(s, finding.Root("openAPIV3Schema"))) {
		fmt.Println(f.Path.Server()+":", f.ServerMessage())
	}
	// Output:
	// openAPIV3Schema.anyOf[0].type: Forbidden: must be empty to be structural
}
