package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var selectableFieldRemoved = Rule{
	ID: "selectable-field-removed", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a selectable field is no longer selectable",
	Why: `Lists and watches with a field selector on the field are refused with 400, so a controller with such a watch
stops working. Keep the field in ` + "`selectableFields`" + `.`,
	Old: `
versions:
- name: v1
  served: true
  storage: true
  schema:
    openAPIV3Schema:
      type: object
      properties:
        spec:
          type: object
          properties:
            color:
              type: string
  selectableFields:
  - jsonPath: .spec.color
`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              color:
                type: string
+   selectableFields:
+   - jsonPath: .spec.color
`,
	CRD: func(p *Pass) {
		p.eachVersionOfBoth(func(at *finding.Path, was, now *crd.Version) {
			for _, f := range was.SelectableFields {
				stays := func(n crd.SelectableField) bool { return n.JSONPath == f.JSONPath }
				if !slices.ContainsFunc(now.SelectableFields, stays) {
					p.Report(at.Child("selectableFields"), "%s of version %q is no longer selectable: field selectors on it are refused", f.JSONPath, now.Name)
				}
			}
		})
	},
}
