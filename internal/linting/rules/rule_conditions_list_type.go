package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var conditionsListType = Rule{
	ID: "conditions-list-type", Severity: finding.Warning, Profile: Strict, Topic: Convention, Narrows: true,
	Title: "list of conditions is not a map with the key type",
	Why: `Conditions are identified by their type, and more than one controller writes them. A list without a list type has
one owner for all its items: a server-side apply of one condition conflicts with the other writers or removes their
conditions, and two conditions of the same type are accepted. With ` + "`x-kubernetes-list-type: map` and the key `type`" + ` each
condition has its own owner, and types are unique.`,
	Example: `
  status:
    type: object
    properties:
      conditions:
        type: array
+       x-kubernetes-list-type: map
+       x-kubernetes-list-map-keys: [type]
        items:
          type: object
          required: [type, status]
          properties:
            type: {type: string}
            status: {type: string}
`,
	Fixable: true,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		item := conventions.ConditionItems(v.Tree, n)
		if item == nil || n.ListType() == "map" && slices.Contains(n.XListMapKeys(), "type") {
			return
		}
		f := p.ReportNode(v, n, "%s is not a map with the key type, so writers of conditions overwrite each other", v.Called(n))
		f.Help = "set x-kubernetes-list-type: map and x-kubernetes-list-map-keys: [type]"
		f.YAML = []string{"x-kubernetes-list-type: map", "x-kubernetes-list-map-keys: [type]"}
		if !slices.Contains(item.Required, "type") {
			f.Help = "make type required in the items, and " + f.Help
		}
		key := item.Property("type")
		if p.Written(v.Tree.Path(n.ID).Child("x-kubernetes-list-map-keys")) || n.Default != nil || item.Nullable || item.Type != "object" ||
			key.Type != "string" || key.Nullable || !slices.Contains(item.Required, "type") {
			return
		}
		op := finding.Add
		if p.Written(v.Tree.Path(n.ID).Child("x-kubernetes-list-type")) {
			op = finding.Replace
		}
		f.Fix = &finding.Fix{Title: "make it a map with the key type"}
		for _, at := range p.Copies(v, n) {
			f.Fix.Changes = append(f.Fix.Changes,
				finding.Change{Op: finding.Add, Path: at.Child("x-kubernetes-list-map-keys"), Value: []string{"type"}},
				finding.Change{Op: op, Path: at.Child("x-kubernetes-list-type"), Value: "map"})
		}
	},
}
