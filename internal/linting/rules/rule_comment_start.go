package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var commentStart = Rule{
	ID: "comment-start", Severity: finding.Info, Profile: APIReview, Topic: Convention, Keywords: []string{},
	Title: "comment of a field in Go does not begin with its name in JSON",
	Why: `The comment of a field is its description in the CRD, which ` + "`kubectl explain`" + ` and reference pages show. Their
readers know the field by its name in JSON, and not by the one in Go. The Kubernetes API conventions ask for comments that
begin with it. A field without a comment is reported by [description-missing](#description-missing).`,
	GoExample: `
  type WidgetSpec struct {
- 	// Host serves the widget.
+ 	// host serves the widget.
  	// +optional
  	Host *string ` + "`json:\"host,omitempty\"`" + `
  }
`,
	GoType: func(p *Pass, d *gotypes.Declaration) {
		for _, f := range d.AllFields() {
			text, at, ok := f.Doc()
			if !ok || f.Tag.Name == "" || strings.HasPrefix(text, f.Tag.Name+" ") {
				continue
			}
			p.ReportField(d, f, at, "the comment of field %q does not begin with its name in JSON", f.Qualified).Help = "begin it with " + f.Tag.Name
		}
	},
}
