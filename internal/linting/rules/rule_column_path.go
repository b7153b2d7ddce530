package rules

import (
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var columnPath = Rule{
	ID: "column-path", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "printer column shows a field that the schema does not declare",
	Why: `The server evaluates the ` + "`jsonPath`" + ` of a column on each object and leaves the cell empty if the
path leads to no value. Undeclared fields are pruned, so the cells of a column for one are always empty. Usually there
is a typo in the path, or the field was renamed.`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
-   - {name: Size, type: string, jsonPath: .spec.sise}
+   - {name: Size, type: string, jsonPath: .spec.size}
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
			t, err := p.columnTrace(v, c)
			if err != nil {
				p.Report(at.Child("jsonPath"), "%q is not a valid JSONPath, so kubectl prints neither this column nor those after it", c.JSONPath)
				return
			}
			if t.broken == "" {
				return
			}
			orElse := "declare the field, or remove the column"
			switch {
			case t.leaf == nil:
			case t.leaf.Type == "array":
				orElse = "write " + v.named(t.leaf) + "[0] for its first item, or remove the column"
			default:
				orElse = "end the path with " + v.named(t.leaf) + ", or remove the column"
			}
			f := p.Report(at.Child("jsonPath"), "column %q is always empty: %s", c.Name, t.broken)
			f.Help = t.didYouMean(orElse)
			f.Cause = p.CRD.Metadata.Name + " " + t.broken
		})
	},
}
