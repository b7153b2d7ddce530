package rules

import (
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var mapOfObjects = Rule{
	ID: "map-of-objects", Severity: finding.Warning, Profile: APIReview, Topic: Convention, ByType: true, Narrows: true,
	Title: "map of objects",
	Why: `The keys of a map can have neither a description nor a pattern: the schema does not say what they mean, and the
server accepts any. The API conventions prefer a list of objects with a name as the key: with
` + "`x-kubernetes-list-type: map`" + ` the names are unique, too. Maps of scalars, such as labels, are fine.`,
	Example: `
  listeners:
-   type: object
-   additionalProperties:
+   type: array
+   x-kubernetes-list-type: map
+   x-kubernetes-list-map-keys: [name]
+   items:
      type: object
+     required: [name]
      properties:
+       name: {type: string}
        port: {type: integer, format: int32}
`,
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		value := v.Values(n)
		if value == nil || value.Type != "object" && value.Type != "array" || v.InMetadata(n) || v.Given(n) {
			return
		}
		what := "objects"
		if value.Type == "array" {
			if item := v.Items(value); item == nil || item.Type != "object" {
				return // such as the headers of an HTTP request
			}
			what = "lists of objects"
		}
		p.ReportNode(v, n, "%s is a map of %s", v.Called(n), what).Help =
			"use a list of objects with a name, with x-kubernetes-list-type: map and the key name"
	},
}
