package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var repeatedBranch = Rule{
	ID: "repeated-branch", Severity: finding.Warning, Profile: Default, Topic: Schema,
	Title: "oneOf or anyOf has the same branch twice",
	Why: `Exactly one branch of ` + "`oneOf`" + ` must hold. Two that are the same hold together or not at all, so
neither is ever the one, and if there are no others, nothing passes. In ` + "`anyOf`" + ` the second says nothing new.
Mostly one of the two was to name another field.`,
	Bad: `
source:
  type: object
  oneOf:
  - required:
    - git
  - required:
    - git
  properties:
    git:
      type: string
    image:
      type: string
`,
	Good: `
source:
  type: object
  oneOf:
  - required:
    - git
  - required:
    - image
  properties:
    git:
      type: string
    image:
      type: string
`,
	Nested: true,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		for i, first := range duplicates(n.OneOf) {
			what := "neither is ever the only one that holds"
			if len(n.OneOf) == 2 {
				what += ", and there is no other: " + v.consequence(n)
			}
			reportDuplicate(p, v, n, "oneOf", first, i, what)
		}
		for i, first := range duplicates(n.AnyOf) {
			reportDuplicate(p, v, n, "anyOf", first, i, "one of them does nothing")
		}
	},
}

// duplicates yields the branches that repeat an earlier one, and that one.
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

func reportDuplicate(p *Pass, v *Version, n *schema.Node, keyword string, first, later int, what string) {
	at := v.Tree.Path(n.ID).Child(keyword)
	f := p.Report(at.Index(later), "branches %d and %d of %s are the same: %s", first+1, later+1, keyword, what)
	f.Related = []finding.Related{{Message: "the first of them", Path: at.Index(first)}}
}
