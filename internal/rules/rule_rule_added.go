package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/schema"
)

var ruleAdded = Rule{
	ID: "rule-added", Severity: finding.Warning, Profile: Strict, Topic: Upgrade, Breaks: true,
	Title: "a CEL rule is new or changed since the stored CRD",
	Why: `Stored objects that break the rule stay as they are, and an update of them is accepted as long as the value of the
field with the rule does not change, unless the rule uses ` + "`oldSelf`" + `: such a rule is checked on every update.
Manifests and new objects that break it are refused. Make sure that no object does before you apply the CRD, for
instance with ` + "`crdtool apply-dry --old`" + `.`,
	Old: `
replicas:
  type: integer
`,
	Bad: `
replicas:
  type: integer
  x-kubernetes-validations:
  - rule: self % 2 == 1
    message: must be odd
`,
	Good: `
replicas:
  type: integer
`,
	Changes: []string{"x-kubernetes-validations"},
	Change: func(p *Pass, c *schemadiff.Change) {
		now, one := c.After.(*schema.ValidationRule)
		if !one || !c.Effect.Has(schemadiff.Narrows) {
			return
		}
		if slices.ContainsFunc(c.At.Old.XValidations, func(r schema.ValidationRule) bool { return r.Rule == now.Rule }) {
			return
		}
		refused := "values that break it are refused; " + storedPass(c)
		if strings.Contains(now.Rule, "oldSelf") {
			refused = "updates that break it are refused"
		}
		p.Report(c.Path().Child("rule"), "%s has a CEL rule that the stored CRD does not have: %s", changed(c), refused).Help =
			"try it on live objects with: crdtool apply-dry --old"
	},
}
