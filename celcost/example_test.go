package celcost_test

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

func Example() {
	hosts := &schema.Schema{
		Type:         "array",
		Items:        &schema.Items{Schema: &schema.Schema{Type: "string"}},
		XValidations: []schema.ValidationRule{{Rule: "self.all(h, h.matches('^[a-z0-9.-]+$'))"}},
	}
	root := &schema.Schema{Type: "object", Properties: schema.NewProperties([]schema.Property{{Name: "hosts", Schema: hosts}})}
	tree := schema.NewTree(root, finding.Root("spec"))

	checker := celcost.NewChecker(36) // Kubernetes 1.37
	result := checker.Check(tree, func(int32) bool { return true }, celcost.Options{})
	summary, _, _ := strings.Cut(result.Findings[0].Detail, " (")
	fmt.Println(summary)

	bounds, _ := checker.RemedyAll(tree, result)
	for _, b := range bounds {
		fmt.Printf("%s: %d on %s\n", b.Keyword, b.Value, b.Field)
	}
	// Output:
	// estimated rule cost exceeds budget by factor of more than 100x
	// maxItems: 1024 on hosts
	// maxLength: 4096 on hosts[*]
}
