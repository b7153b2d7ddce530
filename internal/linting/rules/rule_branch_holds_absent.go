package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

var branchHoldsAbsent = Rule{
	ID: "branch-holds-absent", Severity: finding.Warning, Profile: Strict, Topic: Schema, Narrows: true,
	Title: "branch of anyOf or oneOf also matches objects without the field that it restricts",
	Why: "`properties` restricts the values of fields that are present; it does not require them. A branch with nothing else matches\n" +
		"every object without these fields: an `anyOf` with such a branch accepts all of them, and in a `oneOf` two such branches match at the\nsame time. If the field must be present, add `required` to the branch or to the object.",
	Example: `
  source:
    type: object
+   required:
+   - kind
    oneOf:
    - properties:
        kind:
          enum:
          - Git
    - properties:
        kind:
          enum:
          - Image
    properties:
      kind:
        type: string
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Role != schematree.RoleAnyOf && n.Role != schematree.RoleOneOf || n.Properties.Len() == 0 {
			return
		}
		spine := v.OutsideJunctors(n)
		if spine == nil || spine.Type != "object" || v.InMetadata(spine) {
			return
		}
		only := schema.Schema{Properties: n.Properties}
		if !schema.Equal(n.Schema, &only) || schemafacts.SaysNothing(n.Schema) { // the latter is empty-branch
			return
		}
		var names []string
		for _, f := range n.Properties.All() {
			field := v.Child(spine, f.Name)
			if field == nil || field.Default != nil || v.requiredWithBranch(n, f.Name) || spine.ID == 0 && (f.Name == "apiVersion" || f.Name == "kind") {
				return
			}
			names = append(names, f.Name)
		}
		slices.Sort(names)
		p.ReportNode(v, n, "this branch also matches if %s has no %s", v.Called(spine), strings.Join(names, " and no ")).Help =
			"if it must be present, add to the branch: required: [" + strings.Join(names, ", ") + "]"
	},
}

// requiredWithBranch reports whether a schema that applies to all values of a branch requires a field.
func (v *Version) requiredWithBranch(n *schematree.Node, name string) bool {
	if v.RequiredByClauses(v.OutsideJunctors(n), name) {
		return true
	}
	var nodes []*schematree.Node
	for at := n; at.Role.Junctor() && at.Role != schematree.RoleNot; at = v.Parent(at) {
		nodes = v.WithAllOf(nodes, at)
	}
	return slices.ContainsFunc(nodes, func(c *schematree.Node) bool { return slices.Contains(c.Required, name) })
}
