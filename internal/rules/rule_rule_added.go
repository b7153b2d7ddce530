package rules

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/schema"
)

var ruleAdded = Rule{
	ID: "rule-added", Severity: finding.Warning, Profile: Strict, Topic: Upgrade,
	Title: "a CEL rule is new or changed since the stored CRD",
	Why: `Objects that break the rule stay as they are, and an update passes while the value that the
rule stands on does not change, unless the rule uses ` + "`oldSelf`" + `: such a rule is never forgiven.
Manifests and new objects that break it are refused. Make sure that no object does before the CRD
is applied, for instance with ` + "`crdtool apply-dry --old`" + `.`,
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
	Change: func(p *Pass, c *Change) {
		if c.Retyped {
			return
		}
		for i := range c.New.XValidations {
			text := c.New.XValidations[i].Rule
			known := slices.ContainsFunc(c.Old.XValidations, func(r schema.ValidationRule) bool { return r.Rule == text })
			if !known {
				p.Report(c.Path.Child("x-kubernetes-validations").Index(i).Child("rule"),
					"%s has a rule that the stored CRD does not have: objects that break it are refused", c.named()).Help =
					"try it on live objects with: crdtool apply-dry --old"
			}
		}
	},
}
