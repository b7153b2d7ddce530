package answer_test

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/server/answer"
)

func ExampleAPIServer_Invalid() {
	var a answer.APIServer
	a.Invalid("Widget.example.com", "web", finding.List{finding.Required("value", finding.Root("spec", "size"), "")})
	fmt.Println(a.Code, a.Message)
	// Output:
	// 422 Widget.example.com "web" is invalid: spec.size: Required value
}
