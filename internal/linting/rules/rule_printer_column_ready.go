package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/schemas/conventions"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

var printerColumnReady = Rule{
	ID: "printer-column-ready", Severity: finding.Info, Profile: ByName, Topic: Convention,
	Title: "no printer column shows a condition",
	Why: "`kubectl get`" + ` is what users run first. A column with the status of the most important condition
shows them whether something is wrong without kubectl describe for each object.`,
	Example: `
- status:
-   type: object
-   properties:
-     conditions:
-       type: array
-       items:
-         type: object
-         required: [type, status]
-         properties:
-           type: {type: string}
-           status: {type: string}
+ versions:
+ - name: v1
+   served: true
+   storage: true
+   additionalPrinterColumns:
+   - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status'}
+   - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
+   schema:
+     openAPIV3Schema:
+       type: object
+       properties:
+         status:
+           type: object
+           properties:
+             conditions:
+               type: array
+               items:
+                 type: object
+                 required: [type, status]
+                 properties:
+                   type: {type: string}
+                   status: {type: string}
`,
	CRD: func(p *Pass) {
		for i := range p.CRD.Spec.Versions {
			cv := &p.CRD.Spec.Versions[i]
			if !cv.Served || cv.Deprecated || showsStatus(cv) {
				continue
			}
			v := p.schemaOf(i)
			if v == nil {
				continue
			}
			v.Fields(func(n *schematree.Node) {
				if n.Parent > 0 && conventions.IsStatus(v.Parent(n)) && conventions.ConditionItems(v.Tree, n) != nil {
					p.Report(finding.Root("spec", "versions").Index(i), "no printer column of version %q shows a condition", cv.Name).Help =
						"add a column with the status of the most important condition"
				}
			})
		}
	},
}

// showsStatus reports whether a version has a printer column of its status.
func showsStatus(v *crd.Version) bool {
	for _, c := range v.AdditionalPrinterColumns {
		if strings.HasPrefix(c.JSONPath, ".status") {
			return true
		}
	}
	return false
}
