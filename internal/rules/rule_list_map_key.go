package rules

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var listMapKey = Rule{
	ID: "list-map-key", Severity: finding.Warning, Profile: Strict, Topic: Convention,
	Title: "the only key of a list is a field that items leave out, or can't differ by",
	Why: `The keys of a list with ` + "`x-kubernetes-list-type: map`" + ` tell its items apart. If the only key is
optional with a default, all items that leave it out get the same key, and a second one is refused as a
duplicate that nobody wrote. If it is a boolean, the list has room for two items. Make the key required, with values that people choose.`,
	Bad: `
ports:
  type: array
  x-kubernetes-list-type: map
  x-kubernetes-list-map-keys: [protocol]
  items:
    type: object
    properties:
      protocol: {type: string, default: TCP}
      number: {type: integer, format: int32}
`,
	Good: `
ports:
  type: array
  x-kubernetes-list-type: map
  x-kubernetes-list-map-keys: [number, protocol]
  items:
    type: object
    required: [number]
    properties:
      protocol: {type: string, default: TCP}
      number: {type: integer, format: int32}
`,
	Node: func(p *Pass, v *Version, n *schema.Node) {
		if n.ListType() != "map" || len(n.XListMapKeys) != 1 || v.Given(n) {
			return
		}
		item := v.Items(n)
		if item == nil {
			return
		}
		name := n.XListMapKeys[0]
		key := v.Child(item, name)
		switch {
		case key == nil:
		case key.Default == "" && item.Properties.Len() == 1: // corev1.LocalObjectReference
		case key.Default != nil && !slices.Contains(item.Required, name):
			p.ReportNode(v, key, "%s is the only key of %s and has a default, so two items that leave it out are duplicates",
				v.Called(key), v.Called(n)).Help = "require it instead, or add another key"
		case key.Type == "boolean":
			p.ReportNode(v, key, "%s is the only key of %s and a boolean, so there can't be more than two items",
				v.Called(key), v.Called(n)).Help = "choose a key that tells all items apart"
		}
	},
}
