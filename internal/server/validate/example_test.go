package validate_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/server/validate"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

func ExampleChecker_Value() {
	longest := int64(3)
	s := &schema.Schema{Type: "string", MaxLength: &longest}
	for _, f := range validate.ObjectChecker(s, behaviour.Of(kube.Latest)).Value("value", finding.Root("spec", "code"), "abcd") {
		fmt.Println(f.Path.Server()+":", f.ServerMessage())
	}
	// Output:
	// spec.code: Too long: may not be more than 3 bytes
}
