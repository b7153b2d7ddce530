package celrule_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func Example() {
	replicas := &schema.Schema{
		Type: "object",
		Properties: schema.NewProperties([]schema.Property{
			{Name: "min", Schema: &schema.Schema{Type: "integer"}},
			{Name: "max", Schema: &schema.Schema{Type: "integer"}},
		}),
	}
	compiler := celrule.NewCompiler(behaviour.Of(kube.Latest).CEL) // what new rules may use in Kubernetes 1.37
	self := compiler.SelfOf(celrule.Decl(replicas, false))

	good := compiler.Rule("self.min <= self.max", self, celrule.New, false)
	fmt.Println(good.Error)

	const text = "self.min <= self.most"
	bad := compiler.Rule(text, self, celrule.New, false)
	fmt.Println(bad.Error.Detail)
	fmt.Println(text[bad.Error.Offset:])
	// Output:
	// <nil>
	// compilation failed: ERROR: <input>:1:17: undefined field 'most'
	//  | self.min <= self.most
	//  | ................^
	// .most
}
