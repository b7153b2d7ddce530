package docgen_test

import (
	"fmt"
	"os"

	"github.com/crdtool/crdtool/internal/output/docgen"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/schema"
)

func ExampleSet_WriteMarkdown() {
	c := &crd.CustomResourceDefinition{}
	c.Spec.Group, c.Spec.Scope = "example.com", "Cluster"
	c.Spec.Names = crd.Names{Plural: "widgets", Kind: "Widget"}
	c.Spec.Versions = []crd.Version{{Name: "v1", Served: true, Storage: true, Schema: &crd.Validation{
		OpenAPIV3Schema: &schema.Schema{Type: "object", Required: []string{"size"}, Properties: schema.NewProperties([]schema.Property{
			{Name: "size", Schema: &schema.Schema{Type: "string", Description: "How *large* it is.", Enum: []any{"Small", "Large"}}},
		})},
	}}}
	set := docgen.New([]*crd.CustomResourceDefinition{c}, docgen.Options{NoSamples: true})
	if err := set.WriteMarkdown(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// <a id="widgets.example.com"></a>
	//
	// # Widget
	//
	// | | |
	// |---|---|
	// | group | `example.com` |
	// | kind | `Widget` |
	// | list kind | `WidgetList` |
	// | plural | `widgets` |
	// | singular | `widget` |
	// | scope | Cluster |
	//
	// | version | served | storage | deprecated |
	// |---|---|---|---|
	// | [v1](#widgets.example.com-v1) | yes | yes |  |
	//
	// <a id="widgets.example.com-v1"></a>
	//
	// ## `example.com/v1`
	//
	// ### Fields of `Widget`
	//
	// - <a id="widgets.example.com-v1-size"></a>**`size`** string, **required**
	//
	//   How *large* it is.
	//
	//   - one of: `Small`, `Large`
}
