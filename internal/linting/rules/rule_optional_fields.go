package rules

import (
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var optionalFields = Rule{
	ID: "optional-fields", Severity: finding.Info, Profile: APIReview, Topic: Convention, Keywords: []string{},
	Title: "optional field in Go is not a pointer, or is written although it is not set",
	Why: `A client in Go cannot leave out a field that is neither a pointer nor has ` + "`omitempty`" + `: it sends the zero value,
such as ` + "`\"\"`" + `, and owns the field from then on. The fields that are checked have a marker that makes them optional.
Lists and maps need no pointer. With ` + "`pointers: when-required`" + ` a pointer is wanted only where the zero value is valid,
so that a client can send it, and a pointer that nobody needs is reported. A pointer changes the Go API: do it in a new
version if programs use the type. This rule, and the others about Go types, skip fields with a comment
` + "`//nolint:kubeapilinter`" + `.`,
	GoExample: `
  type WidgetSpec struct {
  	// size of the widget.
  	// +optional
- 	Size int32 ` + "`json:\"size\"`" + `
+ 	Size *int32 ` + "`json:\"size,omitempty\"`" + `
  }
`,
	Options: []Option{
		{Name: "pointers", Title: "which optional fields have to be pointers: always or when-required", Default: always, Values: []string{always, whenRequired}},
		omitEmptyOption, omitZeroOption,
	},
	GoType: func(p *Pass, d *gotypes.Declaration) {
		s := p.serializationOf(d, p.Text("pointers"))
		for _, f := range d.AllFields() {
			if !f.Embedded && markedOptional(f) {
				p.reportFaults(d, f, "optional", s.faults(f))
			}
		}
	},
}
