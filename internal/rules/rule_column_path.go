package rules

import (
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/crd"
	"github.com/crdtool/crdtool/internal/jsonpath"
)

var columnPath = Rule{
	ID: "column-path", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "a printer column leads to a field that the schema does not have",
	Why: `The server evaluates the ` + "`jsonPath`" + ` of a column on each object and prints nothing where it
finds nothing. Unknown fields are pruned, so a path to one is an empty column for ever: a slip of
the pen, or a field that was renamed.`,
	Bad: `
versions:
- name: v1
  served: true
  storage: true
  additionalPrinterColumns:
  - {name: Size, type: string, jsonPath: .spec.sise}
  schema:
    openAPIV3Schema:
      type: object
      properties:
        spec:
          type: object
          properties:
            size: {type: string}
`,
	Good: `
versions:
- name: v1
  served: true
  storage: true
  additionalPrinterColumns:
  - {name: Size, type: string, jsonPath: .spec.size}
  schema:
    openAPIV3Schema:
      type: object
      properties:
        spec:
          type: object
          properties:
            size: {type: string}
`,
	CRD: func(p *Pass) {
		p.columns(func(v *Version, c *crd.PrinterColumn, at *finding.Path) {
			path, err := jsonpath.Parse(c.JSONPath)
			if err != nil {
				p.Report(at.Child("jsonPath"), "%q can't be read as a JSONPath, so kubectl prints neither this column nor those behind it", c.JSONPath)
				return
			}
			if t := p.follow(v, &v.Tree.Nodes[0], path.Steps()); t.broken != "" {
				p.Report(at.Child("jsonPath"), "column %q is always empty: %s", c.Name, t.broken).Help = t.didYouMean()
			}
		})
	},
}
