package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/text/finding"
)

var printerColumnAge = Rule{
	ID: "printer-column-age", Severity: finding.Warning, Profile: APIReview, Topic: Convention,
	Title: "printer columns don't include the age",
	Why: `Without additionalPrinterColumns kubectl prints the name and the age. With them it prints the name and
these columns: the age is missing unless it is one of them.`,
	Example: `
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {name: Size, type: string, jsonPath: .spec.size}
+   - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
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
		for i := range p.CRD.Spec.Versions {
			v := &p.CRD.Spec.Versions[i]
			if len(v.AdditionalPrinterColumns) == 0 || !v.Served || v.Deprecated {
				continue
			}
			age := false
			for _, c := range v.AdditionalPrinterColumns {
				age = age || strings.EqualFold(c.Name, "age") || strings.Contains(c.JSONPath, "creationTimestamp")
			}
			if !age {
				p.Report(finding.Root("spec", "versions").Index(i).Child("additionalPrinterColumns"),
					"the printer columns of version %q don't include the age, which kubectl prints if there are no printer columns", v.Name).Help =
					"add a column Age of type date with the jsonPath .metadata.creationTimestamp"
			}
		}
	},
}
