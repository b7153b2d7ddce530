package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var optionalAndRequired = Rule{
	ID: "optional-and-required", Severity: finding.Warning, Profile: Strict, Topic: Convention, Narrows: true,
	Title: "description and schema disagree on whether a field is required",
	Why: `The server goes by the schema. If the description calls a required field optional, objects without it are
refused; if it calls an optional field required, users learn from the controller that it is missing, or not at all. In
Go, ` + "`omitempty` or `+optional`" + ` makes a field optional for controller-gen; without them it is required.`,
	Example: `
  spec:
    type: object
-   required: [size]
    properties:
      size:
        type: string
        description: Optional. That of the content if it is left out.
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Description == "" || !v.Own(n) {
			return
		}
		required := v.Required(n)
		switch says := saysPresence(n.Description); {
		case says == "optional" && required:
			i := slices.Index(v.Parent(n).Required, n.Name)
			f := p.Report(v.Tree.Path(n.Parent).Child("required").Index(i), "%s is required, but its description calls it optional", v.Called(n))
			f.Help = "remove it from required, or correct the description"
			f.Related = []finding.Related{{Message: "its description", Path: v.Tree.Path(n.ID).Child("description")}}
		case says == "required" && !required && n.Default == nil && !v.requiredElsewhere(n):
			p.Report(v.Tree.Path(n.ID).Child("description"), "%s is optional, but its description calls it required", v.Called(n)).Help =
				"add it to required, or say when it is needed"
		}
	},
}

// saysPresence returns "optional" or "required" if a description has it as a separate word at its beginning or
// end, and "" otherwise.
func saysPresence(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, w := range [...]string{"optional", "required"} {
		for _, begin := range [...]string{w + ".", w + ":", w + ",", "(" + w + ")", "[" + w + "]"} {
			if strings.HasPrefix(text, begin) {
				return w
			}
		}
		for _, end := range [...]string{". " + w, ". " + w + ".", "(" + w + ")", "(" + w + ").", "[" + w + "]", ". this field is " + w + "."} {
			if strings.HasSuffix(text, end) {
				return w
			}
		}
	}
	return ""
}

// requiredElsewhere reports whether allOf, anyOf, oneOf, not or a CEL rule of the
// parent may require a field.
func (v *Version) requiredElsewhere(n *schematree.Node) bool {
	parent := v.Parent(n)
	if len(parent.OneOf()) > 0 || len(parent.AnyOf()) > 0 || len(parent.AllOf()) > 0 || parent.Not != nil {
		return true
	}
	for _, r := range parent.XValidations() {
		if strings.Contains(r.Rule, n.Name) {
			return true
		}
	}
	return false
}
