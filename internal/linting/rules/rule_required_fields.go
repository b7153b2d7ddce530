package rules

import (
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var requiredFields = Rule{
	ID: "required-fields", Severity: finding.Info, Profile: APIReview, Topic: Convention, Keywords: []string{},
	Title: "required field in Go hides that a client did not set it",
	Why: `A client in Go that forgets a required field sends its zero value, and the server accepts ` + "`\"\"`" + ` or 0 for a value
that somebody chose. With ` + "`omitempty`" + ` the field is left out, and the server asks for it. Where the zero value is one
that users choose, the field has to be a pointer; where it is not, exclude it with a marker such as
` + "`+kubebuilder:validation:MinLength=1`" + `. The fields that are checked have a marker that makes them required. Nothing is
said of CRDs of controller-gen before 0.16, which makes each field with ` + "`omitempty`" + ` optional.`,
	GoExample: `
  type WidgetSpec struct {
  	// host that serves the widget.
  	// +required
+ 	// +kubebuilder:validation:MinLength=1
- 	Host string ` + "`json:\"host\"`" + `
+ 	Host string ` + "`json:\"host,omitempty\"`" + `
  }
`,
	Options: []Option{omitEmptyOption, omitZeroOption},
	GoType: func(p *Pass, d *gotypes.Declaration) {
		// Older versions make fields with omitempty optional, whatever their markers say.
		if gotypes.KnownLater(d.GeneratorMinor, "required") {
			return
		}
		s := p.serializationOf(d, whenRequired)
		for _, f := range d.AllFields() {
			if !f.Embedded && markedRequired(f) {
				p.reportFaults(d, f, "required", s.faults(f))
			}
		}
	},
}
