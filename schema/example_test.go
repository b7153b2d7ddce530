package schema_test

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

// A check is a loop over the nodes of a tree; a subtree is a range of them.
func ExampleTree() {
	tags := &schema.Schema{Type: "array", Items: &schema.Items{Schema: &schema.Schema{Type: "string"}}}
	s := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "tags", Schema: tags}})}
	t := schema.NewTree(s, finding.Root("openAPIV3Schema"))
	for _, n := range t.Nodes {
		fmt.Println(t.Path(n.ID).Server(), n.Type, n.End-n.ID)
	}
	// Output:
	// openAPIV3Schema object 3
	// openAPIV3Schema.properties[tags] array 2
	// openAPIV3Schema.properties[tags].items string 1
}
