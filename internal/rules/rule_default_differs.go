package rules

import (
	"reflect"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/schema"
)

var defaultDiffers = Rule{
	ID: "default-differs", Severity: finding.Warning, Profile: Strict, Topic: Schema,
	Title: "default of an object gives a field another value than the field's own default",
	Why: `Where the object is left out, it takes its default with all that is in it; where it is given without the field,
the field takes its own. Writing ` + "`probe: {}`" + ` then is not the same as writing nothing, which few expect.`,
	Bad: `
probe:
  type: object
  default:
    seconds: 30
  properties:
    seconds:
      type: integer
      default: 10
`,
	Good: `
probe:
  type: object
  default: {}
  properties:
    seconds:
      type: integer
      default: 10
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
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
				continue // what is given is filled up by the defaults within
			}
			at := v.Tree.Path(n.ID).Child("default", f.Name)
			found := p.Report(at, "%s becomes %s where %s is left out, and %s where that is given without it",
				v.Called(field), jsonIfShort(value, "this value"), v.Called(n), jsonIfShort(f.Schema.Default, "another"))
			found.Help = "make the two defaults the same, or leave it to the field's own"
			found.Related = []finding.Related{{Message: "the field's own default", Path: v.Tree.Path(field.ID).Child("default")}}
		}
	},
}

// jsonIfShort writes a value, or says something else where it is long.
func jsonIfShort(value any, otherwise string) string {
	if text := prose.JSON(value); len(text) <= 40 {
		return text
	}
	return otherwise
}
