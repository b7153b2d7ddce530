package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/server/jsonpath"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var columnFirstItem = Rule{
	ID: "column-first-item", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "printer column shows only the first of several items",
	Why: `A cell has one value: of all that the ` + "`jsonPath`" + ` of a column leads to, the server prints the first. With
` + "`.status.addresses[*].value`" + ` the other addresses of an object are never seen, and users take the first for all. A
column of type string that leads to the list itself shows the whole list as JSON. Or a controller writes what people
should see into one field of the status.`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
-   - {name: Hosts, type: string, jsonPath: ".spec.hosts[*]"}
+   - {name: Hosts, type: string, jsonPath: .spec.hosts}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              hosts:
                type: array
                items: {type: string}
`,
	CRD: func(p *Pass) {
		p.columns(func(v *Version, c *crd.PrinterColumn, at *finding.Path) {
			path, err := jsonpath.Parse(c.JSONPath)
			if err != nil {
				return
			}
			steps := path.Steps()
			i := slices.IndexFunc(steps, func(s jsonpath.Step) bool { return s.Several })
			if i < 0 {
				return
			}
			list := p.follow(v, &v.Tree.Nodes[0], steps[:i]).end
			if t, _ := p.columnTrace(v, c); t.broken != "" || list == nil || list.Type != "array" || list.MaxItems != nil && *list.MaxItems <= 1 {
				return
			}
			f := p.Report(at.Child("jsonPath"), "column %q shows only the first item of %s", c.Name, v.named(list))
			f.Help = "let the controller join the items in a field of the status, and show that"
			if i == len(steps)-1 && c.Type == "string" {
				f.Help = "write " + c.JSONPath[:strings.LastIndexByte(c.JSONPath, '[')] + " to show the whole list as JSON"
			}
			if first := strings.Replace(c.JSONPath, "[*]", "[0]", 1); first != c.JSONPath {
				f.Help += "; if the first item is meant, write " + first
			}
			f.Cause = p.CRD.Metadata.Name + " columns of " + v.named(list)
		})
	},
}
