package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

var repeatedBranch = Rule{
	ID: "repeated-branch", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "oneOf or anyOf has the same branch twice",
	Why: `A value must match exactly one branch of ` + "`oneOf`" + `. It matches both or neither of two equal branches, so
these never help, and if there are no other branches, every value is refused. In ` + "`anyOf`" + ` the second has no effect.
Usually one of the two was meant to name another field.`,
	Example: `
  source:
    type: object
    oneOf:
    - required:
      - git
    - required:
-     - git
+     - image
    properties:
      git:
        type: string
      image:
        type: string
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		for i, first := range duplicates(n.OneOf()) {
			what := "no value matches only one of them"
			if len(n.OneOf()) == 2 {
				what += ", and there is no other branch: " + v.consequence(n)
			}
			reportDuplicate(p, v.Tree.Path(n.ID).Child("oneOf"), first, i, what)
		}
		for i, first := range duplicates(n.AnyOf()) {
			reportDuplicate(p, v.Tree.Path(n.ID).Child("anyOf"), first, i, "one of them has no effect")
		}
	},
}

// duplicates yields the index of each branch that repeats an earlier one, and the index of that one.
func duplicates(branches []*schema.Schema) func(func(later, first int) bool) {
	return func(yield func(int, int) bool) {
		for i := range branches {
			for j := range i {
				if schema.Equal(branches[i], branches[j]) {
					if !yield(i, j) {
						return
					}
					break
				}
			}
		}
	}
}

func reportDuplicate(p *Pass, at *finding.Path, first, later int, what string) {
	segments := at.Segments()
	f := p.Report(at.Index(later), "branches %d and %d of %s are the same: %s", first+1, later+1, segments[len(segments)-1].Name, what)
	f.Related = []finding.Related{{Message: "the first of them", Path: at.Index(first)}}
}
