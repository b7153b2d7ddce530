package rules

import (
	"reflect"
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var repeatedEntry = Rule{
	ID: "repeated-entry", Severity: finding.Warning, Profile: Default, Topic: Schema, Keywords: []string{}, // no marker writes it
	Title: "enum or required lists the same thing twice",
	Why: `The server accepts it, but in JSON Schema the entries of ` + "`required`" + ` must be unique, and those of ` + "`enum`" + `
should be. Other validators refuse such a schema, and generators declare the same constant twice.`,
	Example: `
  mode:
    type: string
    enum:
    - Fast
    - Safe
-   - Fast
`,
	Fixable: true,
	Nested:  true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if len(n.Required) < 2 && len(n.Enum) < 2 {
			return
		}
		report := func(keyword string, i int, text string) {
			at := v.Tree.Path(n.ID).Child(keyword).Index(i)
			p.Report(at, "%s is in %s twice; remove one", text, keyword).Fix = finding.RemoveKey("remove the second "+text, at)
		}
		required := map[string]bool{}
		for i, name := range n.Required {
			if required[name] {
				report("required", i, name)
			}
			required[name] = true
		}
		scalars, collections := map[any]bool{}, []any{}
		for i, value := range n.Enum {
			switch value.(type) {
			case map[string]any, []any:
				if slices.ContainsFunc(collections, func(e any) bool { return reflect.DeepEqual(e, value) }) {
					report("enum", i, prose.JSON(value))
				} else {
					collections = append(collections, value)
				}
			default:
				if scalars[value] {
					report("enum", i, prose.JSON(value))
				}
				scalars[value] = true
			}
		}
	},
}
