package answer_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/text/finding"
)

func ExampleInvalid() {
	var a answer.APIServer
	answer.Invalid(&a, "Widget.example.com", "web", finding.List{finding.Required("value", finding.Root("spec", "size"), "")})
	fmt.Println(a.Code, a.Message)
	// Output:
	// 422 Widget.example.com "web" is invalid: spec.size: Required value
}
