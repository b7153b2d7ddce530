package prune_test

import (
	"fmt"

	"github.com/crdtool/crdtool/prune"
	"github.com/crdtool/crdtool/schema"
)

func ExampleFields() {
	s := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
		{Name: "spec", Schema: &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
			{Name: "size", Schema: &schema.Schema{Type: "integer"}},
		})}},
	})}
	object := map[string]any{"kind": "Widget", "spec": map[string]any{"size": int64(1), "sise": int64(2)}}
	fmt.Println(prune.Fields(object, s, true))
	fmt.Println(object)
	// Output:
	// [spec.sise]
	// map[kind:Widget spec:map[size:1]]
}

func ExampleNulls() {
	s := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
		{Name: "a", Schema: &schema.Schema{Type: "string"}},
		{Name: "b", Schema: &schema.Schema{Type: "string", Nullable: true}},
		{Name: "c", Schema: &schema.Schema{Type: "string", Default: "x"}},
	})}
	object := map[string]any{"a": nil, "b": nil, "c": nil}
	for _, at := range prune.Nulls(object, s) {
		fmt.Println(at.Server())
	}
	fmt.Println(object)
	// Output:
	// a
	// map[b:<nil> c:<nil>]
}
