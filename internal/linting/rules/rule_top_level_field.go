package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var topLevelField = Rule{
	ID: "top-level-field", Severity: finding.Warning, Profile: APIReview, Topic: Convention, Narrows: true,
	Title: "field outside of spec and status",
	Why: `The desired state is in spec, the observed state in status. Tools rely on it: the status subresource protects
only status, metadata.generation counts changes outside of status and metadata, GitOps tools compare spec. Kinds
without a desired state, such as ConfigMap, have their content in one field of another name.`,
	Example: `
  spec:
    type: object
    properties:
      size: {type: string}
- owner: {type: string}
+     owner: {type: string}
`,
	Options: []Option{{Name: "fields", Title: "names of other fields that are allowed next to spec and status", Default: []string{"data", "items"}}},
	Node: func(p *Pass, v *Version, n *schematree.Node) {
		if n.Parent != 0 || n.Name == "" || !v.Own(n) {
			return
		}
		switch n.Name {
		case "apiVersion", "kind", "metadata", "spec", "status":
			return
		}
		if slices.Contains(p.Strings("fields"), n.Name) {
			return
		}
		p.ReportNode(v, n, "%s is neither in spec nor in status", n.Name).Help = "move it to spec or to status"
	},
}
