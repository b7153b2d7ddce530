package rules

import "github.com/crdtool/crdtool/finding"

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
	Bad: `
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
`,
	Good: `
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
	CRD: func(p *Pass) {
		if p.Old == nil {
			return
		}
		for i := range p.CRD.Spec.Versions {
			now := &p.CRD.Spec.Versions[i]
			was := p.Old.VersionNamed(now.Name)
			if was == nil {
				continue
			}
			stay := map[string]bool{}
			for _, f := range now.SelectableFields {
				stay[f.JSONPath] = true
			}
			for _, f := range was.SelectableFields {
				if !stay[f.JSONPath] {
					p.Report(finding.Root("spec", "versions").Index(i).Child("selectableFields"),
						"%s of version %q is no longer selectable: field selectors on it are refused", f.JSONPath, now.Name)
				}
			}
		}
	},
}
