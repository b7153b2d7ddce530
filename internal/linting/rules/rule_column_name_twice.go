package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

var columnNameTwice = Rule{
	ID: "column-name-twice", Severity: finding.Warning, Profile: Default, Topic: Install,
	Title: "two printer columns have the same heading",
	Why: `kubectl prints the names of columns in upper case, and prints the name of the object in a first column
NAME. Two columns with the same heading cannot be told apart.`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {name: Ready, type: string, jsonPath: .status.ready}
-   - {name: READY, type: string, jsonPath: .status.state}
+   - {name: State, type: string, jsonPath: .status.state}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          status:
            type: object
            properties:
              ready: {type: string}
              state: {type: string}
`,
	CRD: func(p *Pass) {
		for i := range p.CRD.Spec.Versions {
			if i > 0 && p.CRD.Spec.Shared.PrinterColumns {
				return
			}
			at := finding.Root("spec", "versions").Index(i).Child("additionalPrinterColumns")
			seen := map[string]bool{"NAME": true}
			for j, c := range p.CRD.Spec.Versions[i].AdditionalPrinterColumns {
				heading := strings.ToUpper(c.Name)
				switch {
				case c.Name == "":
				case heading == "NAME":
					p.Report(at.Index(j).Child("name"), "column %q has the same heading as the first column, which is the name of the object", c.Name).Help = "choose another name"
				case seen[heading]:
					p.Report(at.Index(j).Child("name"), "another column also has the heading %q", heading).Help = "choose another name"
				}
				seen[heading] = true
			}
		}
	},
}
