package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var objectSet = Rule{
	ID: "object-set", Severity: finding.Warning, Profile: APIReview, Topic: Convention,
	Title: "x-kubernetes-list-type: set on a list of objects",
	Why: `In a set an item is its whole value. For objects that means that changing one field of an item makes
it another item: where two appliers own it and one changes it, the old one stays beside the new, and a field
that is added to the API later makes items differ that were the same. Use a map with the fields that identify an item as its keys, or
an atomic list.`,
	Bad: `
owners:
  type: array
  x-kubernetes-list-type: set
  items:
    type: object
    x-kubernetes-map-type: atomic
    required: [name]
    properties:
      name: {type: string}
      mail: {type: string}
`,
	Good: `
owners:
  type: array
  x-kubernetes-list-type: map
  x-kubernetes-list-map-keys: [name]
  items:
    type: object
    required: [name]
    properties:
      name: {type: string}
      mail: {type: string}
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.ListType() != "set" || n.Nested || n.Unwalked || v.Given(n) {
			return
		}
		item := v.Items(n)
		switch {
		case item == nil:
		case item.Type == "object":
			p.ReportNode(v, n, "%s is a set of objects, so an item that changes becomes another item", v.Called(n)).Help =
				"make it a map with the fields that identify an item as keys, or atomic"
		case item.Type == "array":
			p.ReportNode(v, n, "%s is a set of lists, so an item that changes becomes another item", v.Called(n)).Help =
				"make it atomic"
		}
	},
}
