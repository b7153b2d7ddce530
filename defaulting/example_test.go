package defaulting_test

import (
	"fmt"

	"github.com/crdtool/crdtool/defaulting"
	"github.com/crdtool/crdtool/schema"
)

// Defaults are set in what is there: a field below an absent one stays absent.
func ExampleApply() {
	port := map[string]any{"type": "integer", "default": 80}
	s, err := schema.FromValue(map[string]any{"type": "object", "properties": map[string]any{
		"port":  port,
		"probe": map[string]any{"type": "object", "properties": map[string]any{"port": port}},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	object := map[string]any{}
	for _, set := range defaulting.Apply(object, s) {
		fmt.Println(set.Path, set.Value)
	}
	fmt.Println(object)
	// Output:
	// port 80
	// map[port:80]
}

// A default has to comply with the schema that it stands in.
func ExampleCheckSchema() {
	s, err := schema.Parse([]byte(`
type: object
properties:
  size: {type: integer, maximum: 5, default: 9}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range defaulting.CheckSchema(s) {
		fmt.Println(f.ServerPath+":", f.ServerMessage)
	}
	// Output:
	// openAPIV3Schema.properties[size].default: Invalid value: 9:  in body should be less than or equal to 5
}
