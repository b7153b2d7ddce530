package finding_test

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/text/finding"
)

// A path prints as the server prints it, and knows where it stands in the file.
func ExamplePath() {
	file := finding.Root("spec", "versions").Index(0).Child("schema")
	p := finding.Root("spec", "validation").At(file).Child("openAPIV3Schema", "properties").Key("spec").Child("type")
	fmt.Println(p.Server())
	fmt.Println(p.File())
	f := finding.Required("structural-type/required", p, "must not be empty for specified object fields")
	fmt.Println(f.ServerMessage())
	// Output:
	// spec.validation.openAPIV3Schema.properties[spec].type
	// spec.versions[0].schema.openAPIV3Schema.properties[spec].type
	// Required value: must not be empty for specified object fields
}
