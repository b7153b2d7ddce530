package defaulting

import (
	"testing"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/schema"
)

// TestPrunedItems: where undeclared fields are kept, so are those of items, but not those of
// what the items declare.
func TestPrunedItems(t *testing.T) {
	yes := true
	object := func(of *schema.Schema) *schema.Schema {
		return &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "a", Schema: of}})}
	}
	items := &schema.Items{Schema: object(object(&schema.Schema{Type: "string"}))}
	type fields = map[string]any
	for _, c := range []struct {
		value any
		items *schema.Items
		want  bool
	}{
		{[]any{fields{"a": fields{"a": "x"}}}, items, true},
		{[]any{fields{"b": "x"}}, items, true},
		{[]any{fields{"a": fields{"b": "x"}}}, items, false},
		{[]any{fields{"a": fields{"b": "x"}}}, nil, true},
	} {
		n := &schematree.Node{Schema: &schema.Schema{XPreserveUnknownFields: &yes, Items: c.items, Default: c.value}}
		if got := isPruned(n, false); got != c.want {
			t.Errorf("%v: %t", c.value, got)
		}
	}
}
