package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/words"
)

var descriptionRepeatsName = Rule{
	ID: "description-repeats-name", Severity: finding.Info, Profile: APIReview, Topic: Convention,
	Title: "description only repeats the name",
	Why: `"Max retries" above ` + "`maxRetries`" + ` looks like documentation but is not. Describe what the field does, what
happens if it is not set, and what its values mean.
The fields of one object are reported together.`,
	Example: `
  maxRetries:
    type: integer
    format: int32
-   description: The max retries.
+   description: How often a failed download is tried again; 3 if it is left out.
`,
	Node: func(p *Pass, v *Version, object *schematree.Node) {
		if v.RepeatsType(object) {
			return
		}
		first, names := v.OwnFields(object, func(n *schematree.Node) bool { return repeatsName(n.Description, n.Name) })
		if first == nil {
			return
		}
		at := v.Tree.Path(first.ID).Child("description")
		var f *finding.Finding
		if len(names) == 1 {
			f = p.Report(at, "the description of %s only repeats its name", v.Called(first))
		} else {
			f = p.Report(at, "the descriptions of %s fields of %s only repeat their names: %s",
				finding.Measure(len(names)), v.Called(object), listed(names, 5))
		}
		f.Help = "describe what it does, and what happens if it is not set"
		v.countAlike(f, object)
	},
}

// repeatsName reports whether a description only has the words of the name and an article.
func repeatsName(text, name string) bool {
	if text == "" || len(text) > 2*len(name)+20 {
		return false
	}
	for _, lead := range []string{name + " is the ", name + " is ", "the ", "a ", "an "} {
		if len(text) > len(lead) && strings.EqualFold(text[:len(lead)], lead) {
			text = text[len(lead):]
		}
	}
	bare := words.Letters(name)
	return bare != "" && words.Letters(text) == bare
}
