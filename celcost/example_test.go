package celcost_test

import (
	"fmt"
	"strings"

	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func Example() {
	s, err := schema.Parse([]byte(`
type: object
properties:
  hosts:
    type: array
    items: {type: string}
    x-kubernetes-validations:
    - rule: self.all(h, h.matches('^[a-z0-9.-]+$'))
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	checker := celcost.CheckerFor(kube.Latest)
	result := checker.CheckSchema(s)
	for _, e := range result.Expressions {
		fmt.Println(e.Path, e.Total > celcost.ExpressionLimit)
	}
	summary, _, _ := strings.Cut(result.Findings[0].ServerMessage, " (")
	fmt.Println(summary)

	bounds, _ := checker.Bounds(result)
	for _, b := range bounds {
		fmt.Printf("%s: %d on %s\n", b.Keyword, b.Value, b.Field)
	}
	// Output:
	// openAPIV3Schema.properties[hosts].x-kubernetes-validations[0].rule true
	// Forbidden: estimated rule cost exceeds budget by factor of more than 100x
	// maxItems: 1024 on hosts
	// maxLength: 4096 on hosts[*]
}
