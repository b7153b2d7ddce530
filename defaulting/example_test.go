package defaulting_test

import (
	"fmt"

	"github.com/crdtool/crdtool/defaulting"
	"github.com/crdtool/crdtool/schema"
)

// Defaults are set in what is there: a field below an absent one stays absent.
func ExampleApply() {
	port := &schema.Schema{Type: "integer", Default: int64(80)}
	s := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{
		{Name: "port", Schema: port},
		{Name: "probe", Schema: &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "port", Schema: port}})}},
	})}
	object := map[string]any{}
	defaulting.Apply(object, s)
	fmt.Println(object)
	// Output:
	// map[port:80]
}
