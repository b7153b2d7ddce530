package prune_test

import (
	"encoding/json"
	"fmt"

	"github.com/crdtool/crdtool/prune"
	"github.com/crdtool/crdtool/schema"
)

// Both the object and the schema are decoded JSON.
func ExampleFields() {
	s, err := schema.FromValue(map[string]any{"type": "object", "properties": map[string]any{
		"spec": map[string]any{"type": "object", "properties": map[string]any{
			"size": map[string]any{"type": "integer"},
		}},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	var object map[string]any
	if err := json.Unmarshal([]byte(`{"kind": "Widget", "spec": {"size": 1, "sise": 2}}`), &object); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(prune.Fields(object, s, true))
	fmt.Println(object)
	// Output:
	// [spec.sise]
	// map[kind:Widget spec:map[size:1]]
}

func ExampleNulls() {
	s, err := schema.Parse([]byte(`
type: object
properties:
  a: {type: string}
  b: {type: string, nullable: true}
  c: {type: string, default: x}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	object := map[string]any{"a": nil, "b": nil, "c": nil}
	for _, at := range prune.Nulls(object, s) {
		fmt.Println(at)
	}
	fmt.Println(object)
	// Output:
	// a
	// map[b:<nil> c:<nil>]
}
