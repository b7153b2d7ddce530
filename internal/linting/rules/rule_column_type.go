package rules

import (
	"slices"

	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var columnType = Rule{
	ID: "column-type", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "printer column has another type than its field",
	Why: `The server leaves the cell empty if the value is not of the type of the column: a column of type string shows
a number, but a column of type integer shows no string. A column of type date shows strings in the format of RFC 3339, and
` + "`<invalid>`" + ` for any other string. Give the column the type of the field.`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
-   - {name: Size, type: integer, jsonPath: .spec.size}
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
			n := t.end
			if err != nil || n == nil {
				return
			}
			fits, known := columnValueTypes()[c.Type]
			types := v.Types(n)
			switch {
			case !known || len(types) == 0:
			case !slices.ContainsFunc(types, func(t string) bool { return slices.Contains(fits, t) }):
				p.Report(at.Child("type"), "column %q is always empty: the column is of type %s, and %s is of type %s", c.Name, c.Type, v.named(n), schemadiff.TypeOf(n.Schema)).Help =
					"use type " + columnTypeOf(types)
			case c.Type == "date" && (n.Format == "date" || n.Format == "duration"):
				p.Report(at.Child("type"), "column %q always shows <invalid>: %s has format %s, and a column of type date needs format date-time", c.Name, v.named(n), n.Format).Help =
					"use type string"
			}
		})
	},
}

// columnValueTypes returns, for each type of column, the types of values that it prints. A column of type
// string prints any.
func columnValueTypes() map[string][]string {
	return map[string][]string{
		"integer": {"integer", "number"},
		"number":  {"integer", "number"},
		"boolean": {"boolean"},
		"date":    {"string"},
	}
}

func columnTypeOf(types []string) string {
	switch t := types[0]; {
	case len(types) == 1 && (t == "integer" || t == "number" || t == "boolean"):
		return t
	}
	return "string"
}
