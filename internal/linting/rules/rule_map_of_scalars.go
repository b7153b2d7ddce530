package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var mapOfScalars = Rule{
	ID: "map-of-scalars", Severity: finding.Info, Profile: ByName, Topic: Convention, ByType: true,
	Title: "map of numbers or booleans",
	Why: `The keys of a map have no description, and its values are a bare number or boolean each, so nothing can be added to
them later. A list of objects with a name as the key can grow. Maps of strings, such as labels, are what Kubernetes itself
has, and map-of-objects is about those of objects.`,
	Example: `
  weights:
-   type: object
-   additionalProperties: {type: integer, format: int32}
+   type: array
+   x-kubernetes-list-type: map
+   x-kubernetes-list-map-keys: [name]
+   items:
+     type: object
+     required: [name]
+     properties:
+       name: {type: string}
+       weight: {type: integer, format: int32}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		value := v.Values(n)
		if value == nil || v.InMetadata(n) || v.Given(n) {
			return
		}
		if t := value.Type; t == "integer" || t == "number" || t == "boolean" {
			p.ReportNode(v, n, "%s is a map of type %s", v.Called(n), t).Help =
				"use a list of objects with a name, with x-kubernetes-list-type: map and the key name"
		}
	},
}
