package rules

import (
	"reflect"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
)

var defaultDiffers = Rule{
	ID: "default-differs", Severity: finding.Warning, Profile: Strict, Topic: Schema, Narrows: true,
	Title: "default of an object differs from the default of a field in it",
	Why: `If the object is absent, the server sets its default with all fields in it. If the object is present without the
field, the server sets the default of the field. So ` + "`probe: {}`" + ` gives another result than leaving probe out,
which few users expect.`,
	Example: `
  probe:
    type: object
-   default:
-     seconds: 30
+   default: {}
    properties:
      seconds:
        type: integer
        default: 10
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		whole, ok := n.Default.(map[string]any)
		if !ok {
			return
		}
		for _, f := range n.Properties.All() {
			value, set := whole[f.Name]
			if !set || f.Schema.Default == nil || value == nil || reflect.DeepEqual(value, f.Schema.Default) {
				continue
			}
			field := v.Child(n, f.Name)
			if field == nil {
				continue
			}
			if _, object := value.(map[string]any); object {
				continue // defaults of the fields below complete the object
			}
			at := v.Tree.Path(n.ID).Child("default", f.Name)
			found := p.Report(at, "%s defaults to %s if %s is absent, but to %s if %s is present without it",
				v.Called(field), jsonIfShort(value, "this value"), v.Called(n), jsonIfShort(f.Schema.Default, "another value"), v.Called(n))
			found.Help = "make the two defaults the same, or remove the field from the default of the object"
			found.Related = []finding.Related{{Message: "the default of the field", Path: v.Tree.Path(field.ID).Child("default")}}
		}
	},
}

// jsonIfShort returns a value as JSON, or otherwise if that is long.
func jsonIfShort(value any, otherwise string) string {
	if text := prose.JSON(value); len(text) <= 40 {
		return text
	}
	return otherwise
}
