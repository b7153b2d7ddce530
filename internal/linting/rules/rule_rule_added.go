package rules

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/schema"
)

var ruleAdded = Rule{
	ID: "rule-added", Severity: finding.Warning, Profile: ByName, Topic: Upgrade, Breaks: true,
	Title: "a CEL rule is new or changed since the stored CRD",
	Why: `Stored objects that break the rule stay as they are, and an update of them is accepted as long as the value of the
field with the rule does not change, unless the rule uses ` + "`oldSelf`" + `: such a rule is checked on every update.
Manifests and new objects that break it are refused. Make sure that no object does before you apply the CRD, for
instance with ` + "`crdtool apply-dry --old`" + `. Where an object was found that the stored CRD accepts and the rule refuses,
it is in the JSON (` + "`witness`" + `); otherwise the finding says "may". A rule with another text is not reported if only
objects were found that it accepts and the stored one refuses, or if the stored rules are seen to imply it.`,
	Old: `
replicas:
  type: integer
`,
	Example: `
  replicas:
    type: integer
-   x-kubernetes-validations:
-   - rule: self % 2 == 1
-     message: must be odd
`,
	Changes: []string{"x-kubernetes-validations"},
	Change: func(p *Pass, c *schemadiff.Change) {
		now, one := c.After.(*schema.ValidationRule)
		if !one || !c.Effect.Has(schemadiff.Narrows) {
			return
		}
		if slices.ContainsFunc(c.At.Old.XValidations(), func(r schema.ValidationRule) bool { return r.Rule == now.Rule }) {
			return
		}
		if v, e := p.expressionOf(c.Path()); e != nil {
			if passes, fails := v.CEL.Results(e); passes && !fails || p.impliedByOld(c, now, e) {
				return
			}
		}
		said, onCreate := now.Rule, tighter.OptionalOldSelf(now)
		if was, changed := c.Before.(*schema.ValidationRule); changed {
			said += " " + was.Rule
			onCreate = onCreate && !tighter.OptionalOldSelf(was) // the stored rule does not check new objects
		}
		v, w := p.judge(c, c.Path(), c.OldPath(), said)
		var refused string
		switch {
		case v == admits && !onCreate:
			return
		case strings.Contains(now.Rule, "oldSelf") && !onCreate:
			refused = "updates that break it are refused"
		case v == refuses:
			refused = "values that break it are refused; " + tighter.StoredPass(c)
		default:
			refused = "values that were accepted may be refused; " + tighter.StoredPass(c)
		}
		f := p.Report(c.Path().Child("rule"), "%s has a CEL rule that the stored CRD does not have: %s", changed(c), refused)
		f.Help, f.Witness = "try it on live objects with: crdtool apply-dry --old", w
	},
}

// impliedByOld reports whether the old CEL rules, or the rest of the old schema, refuse everything that a CEL
// rule refuses. The expression e is that of the rule.
func (p *Pass) impliedByOld(c *schemadiff.Change, now *schema.ValidationRule, e *celcost.Expression) bool {
	return p.tighter.Implied(e.ParseHere, now, c.At.Old.XValidations(), c.At) || p.tighter.Vacuous(e.ParseHere, now, c.At)
}

// expressionOf returns the compiled expression of the CEL rule at a path, and its version; nil if it does not
// compile.
func (p *Pass) expressionOf(rule *finding.Path) (*Version, *celcost.Expression) {
	text := rule.Child("rule").File()
	for _, v := range p.Versions {
		for i := range v.Expressions {
			if e := &v.Expressions[i]; !e.Message && e.Path.File() == text {
				return v, e
			}
		}
	}
	return nil, nil
}
