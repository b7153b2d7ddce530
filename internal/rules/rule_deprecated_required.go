package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var deprecatedRequired = Rule{
	ID: "deprecated-required", Severity: finding.Warning, Profile: Strict, Topic: Convention,
	Title: "deprecated field is required",
	Why: `Nobody can stop using a field that the server demands. Making a required field optional is safe for
everyone who writes objects; those who read them have to be ready for its absence.`,
	Bad: `
type: object
properties:
  spec:
    type: object
    required: [image]
    properties:
      image:
        type: string
        description: "Deprecated: use container.image"
`,
	Good: `
type: object
properties:
  spec:
    type: object
    properties:
      image:
        type: string
        description: "Deprecated: use container.image"
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if !v.Field(n) || v.Given(v.Parent(n)) || v.coreTyped(v.Parent(n)) || !v.Required(n) || n.Default != nil || !saysDeprecated(n.Description) {
			return
		}
		i := slices.Index(v.Parent(n).Required, n.Name)
		f := p.Report(v.Tree.Path(n.Parent).Child("required").Index(i), "%s is deprecated and required, so nobody can stop using it", v.Called(n))
		f.Help = "take it out of required"
		f.Related = []finding.Related{{Message: "its description", Path: v.Tree.Path(n.ID).Child("description")}}
	},
}

// saysDeprecated reports whether a description calls its field deprecated: with
// the word at the beginning, also behind the name of the field, or with a
// sentence or a paragraph that Deprecated: begins, as in Go.
func saysDeprecated(text string) bool {
	text = strings.TrimSpace(text)
	if beginsDeprecated(text) || strings.Contains(text, "\nDeprecated: ") || strings.Contains(text, ". Deprecated: ") || strings.Contains(text, ". DEPRECATED: ") {
		return true
	}
	_, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimPrefix(rest, "field ") // This field is deprecated
	return strings.HasPrefix(rest, "deprecated:") || beginsDeprecated(strings.TrimPrefix(rest, "is ")) && strings.HasPrefix(rest, "is ")
}

func beginsDeprecated(text string) bool {
	const word = "deprecated"
	return len(text) > len(word) && strings.EqualFold(text[:len(word)], word) && strings.ContainsRune(" :.,", rune(text[len(word)]))
}
