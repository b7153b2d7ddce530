package rules

import (
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var jsonTags = Rule{
	ID: "json-tags", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Keywords: []string{},
	Title: "field in Go has no name in JSON",
	Why: `controller-gen refuses a field without a JSON tag. A field whose tag has no name is taken for an embedded one: its own
fields appear in its place in the schema, while the encoder writes it under its Go name. Names that are not in camelCase are
reported by [field-name-case](#field-name-case).`,
	GoExample: `
  type WidgetSpec struct {
  	// size of the widget.
- 	Size int32 ` + "`json:\",inline\"`" + `
+ 	Size int32 ` + "`json:\"size\"`" + `
  }
`,
	GoType: func(p *Pass, d *gotypes.Declaration) {
		for _, f := range d.AllFields() {
			name := words.Camel(f.Name)
			switch {
			case f.Tag.Missing && f.Embedded:
				p.ReportField(d, f, f.At(), "embedded field %q has no JSON tag", f.Qualified).Help = "add `json:\",inline\"`"
			case f.Tag.Missing:
				p.ReportField(d, f, f.At(), "field %q has no JSON tag", f.Qualified).Help = "add `json:\"" + name + "\"`"
			case f.Embedded || f.Tag.Name != "":
			case f.Tag.Inline:
				p.ReportField(d, f, f.At(), "field %q has the JSON tag of an embedded field", f.Qualified).Help = "write `json:\"" + name + "\"`, or embed the type"
			default:
				p.ReportField(d, f, f.At(), "the JSON tag of field %q has no name", f.Qualified).Help = "name it in the tag: " + name
			}
		}
	},
}
