package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/text/finding"
)

var requiredStatus = Rule{
	ID: "required-status", Severity: finding.Warning, Profile: Default, Topic: Schema, Keywords: []string{"optional"},
	Title: "status is required although there is a status subresource",
	Why: `With a status subresource the server drops the status of an object that is created, and then checks required
fields. A required status is always missing then: nobody can create an object.`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    schema:
      openAPIV3Schema:
        type: object
-       required:
-       - status
        properties:
          status:
            type: object
            properties:
              ready:
                type: boolean
`,
	Version: func(p *Pass, v *Version) {
		if !v.HasStatus() || len(v.Tree.Nodes) == 0 {
			return
		}
		root := &v.Tree.Nodes[0]
		i := slices.Index(root.Required, "status")
		if s := root.Property("status"); i < 0 || s != nil && s.Default != nil {
			return
		}
		p.Report(v.Tree.Path(0).Child("required").Index(i), "status is required, but the server drops it when an object is created: no object can be created").Help =
			"remove status from required"
	},
}
