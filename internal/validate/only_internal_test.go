package validate

import (
	"testing"

	"github.com/crdtool/crdtool/schema"
)

// TestHolds: rules hold those of their own schema and of the schemas within it.
func TestHolds(t *testing.T) {
	leaf := &schema.Schema{Type: "string"}
	pair := &schema.Schema{Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: leaf}, {Name: "b", Schema: leaf}})}
	tree := schema.NewTree(&schema.Schema{Properties: schema.NewProperties([]schema.Property{
		{Name: "a", Schema: pair}, {Name: "b", Schema: &schema.Schema{Items: &schema.Items{Schema: pair}}}, {Name: "c", Schema: leaf},
	})}, nil)
	for i := range tree.Nodes {
		for j := range tree.Nodes {
			above := int32(j)
			for above > int32(i) {
				above = tree.Nodes[above].Parent
			}
			want := above == int32(i)
			if got := (&Rules{tree: tree, id: int32(i)}).holds(&Rules{tree: tree, id: int32(j)}); got != want {
				t.Errorf("node %d holds node %d: %t", i, j, got)
			}
		}
	}
}
