package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var listMapKey = Rule{
	ID: "list-map-key", Severity: finding.Warning, Profile: Strict, Topic: Convention, Narrows: true,
	Title: "only key of a list has a default or is a boolean",
	Why: `The keys of a list with ` + "`x-kubernetes-list-type: map`" + ` identify its items. If the only key is
optional with a default, all items without it get the same key, and the second one is refused as a
duplicate, although no user wrote the same key twice. If it is a boolean, the list can have at most two items. Make the key required, with
values that users choose.`,
	Example: `
  ports:
    type: array
    x-kubernetes-list-type: map
-   x-kubernetes-list-map-keys: [protocol]
+   x-kubernetes-list-map-keys: [number, protocol]
    items:
      type: object
+     required: [number]
      properties:
        protocol: {type: string, default: TCP}
        number: {type: integer, format: int32}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.ListType() != "map" || len(n.XListMapKeys()) != 1 || v.Given(n) {
			return
		}
		item := v.Items(n)
		if item == nil {
			return
		}
		name := n.XListMapKeys()[0]
		key := v.Child(item, name)
		switch {
		case key == nil:
		case key.Default == "" && item.Properties.Len() == 1: // corev1.LocalObjectReference
		case key.Default != nil && !slices.Contains(item.Required, name):
			p.ReportNode(v, key, "%s is the only key of %s and has a default, so two items without it are duplicates",
				v.Called(key), v.Called(n)).Help = "make it required without a default, or add another key"
		case key.Type == "boolean":
			p.ReportNode(v, key, "%s is the only key of %s and a boolean, so the list cannot have more than two items",
				v.Called(key), v.Called(n)).Help = "choose a key that identifies each item"
		}
	},
}
