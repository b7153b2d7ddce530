package explain_test

import (
	"fmt"
	"os"

	"github.com/crdtool/crdtool/internal/output/explain"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func Example_explain() {
	size := &schema.Schema{Type: "string", Description: "How large it is.", Enum: []any{"Small", "Large"}}
	c := &crd.CustomResourceDefinition{}
	c.Spec.Group = "example.com"
	c.Spec.Names = crd.Names{Plural: "widgets", Kind: "Widget"}
	c.Spec.Versions = []crd.Version{{Name: "v1", Served: true, Schema: &crd.Validation{
		OpenAPIV3Schema: &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "size", Schema: size}})},
	}}}
	widget, path, err := explain.Find([]*crd.CustomResourceDefinition{c}, "widget.size", "", kube.Latest)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := explain.Write(os.Stdout, widget, path, explain.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// GROUP:      example.com
	// KIND:       Widget
	// VERSION:    v1
	//
	// FIELD: size <string>
	// ENUM:
	//     Small
	//     Large
	//
	// DESCRIPTION:
	//     How large it is.
}
