package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var listNaturalKey = Rule{
	ID: "list-natural-key", Severity: finding.Info, Profile: ByName, Topic: Convention, Keywords: []string{"x-kubernetes-list-type", "x-kubernetes-list-map-keys"}, Narrows: true,
	Title: "list of objects that have a natural key is atomic",
	Why: `If every item must have a name, the name usually identifies the item. An atomic list has a single owner, and
two of its items can have the same name. With ` + "`x-kubernetes-list-type: map`" + ` different writers can own different
items, and names are unique.`,
	Example: `
  ports:
    type: array
-   x-kubernetes-list-type: atomic
+   x-kubernetes-list-type: map
+   x-kubernetes-list-map-keys: [name]
    items:
      type: object
      required: [name]
      properties:
        name: {type: string}
        number: {type: integer, format: int32}
`,
	Options: []Option{{Name: "keys", Title: "names of fields that are considered to be keys", Default: conventions.NaturalKeys}},
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Type != "array" || n.ListType() != "atomic" || !v.Own(n) || v.InsideAtomic(n) || conventions.ConditionItems(v.Tree, n) != nil {
			return
		}
		item := v.Items(n)
		if item == nil || item.Type != "object" {
			return
		}
		if key := conventions.NaturalKey(item, p.Strings("keys")); key != "" {
			p.ReportNode(v, n, "%s is atomic, although all its items have the field %s", v.Called(n), key).Help =
				"make it a map with the key " + key + " if that identifies an item"
		}
	},
}
