package rules

import (
	"strconv"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

var ruleRepeated = Rule{
	ID: "rule-repeated", Severity: finding.Warning, Profile: Default, Topic: CEL,
	Title: "field has the same CEL rule twice",
	Why: `The server evaluates both, at twice the cost, and refuses a value that breaks the rule with two messages. Often the
second one is a copy that was meant to be changed. Change it or remove it.`,
	Example: `
  replicas:
    type: integer
    x-kubernetes-validations:
    - rule: self != 7
      message: not seven
-   - rule: self != 7
-     message: not seven
`,
	Fixable: true,
	Version: func(p *Pass, v *Version) {
		type key struct {
			node            int32
			text, fieldPath string
		}
		// Equal rules have equally many parts: only those are compared as text.
		type size struct {
			node  int32
			parts int
		}
		sizes := map[size]int{}
		each := func(f func(e *celcost.Expression, all []schema.ValidationRule, of size)) {
			for i := range v.Expressions {
				e := &v.Expressions[i]
				if all := v.Tree.Nodes[e.Node].XValidations(); !e.Message && len(all) > 1 {
					f(e, all, size{e.Node, e.Traits().Parts})
				}
			}
		}
		each(func(_ *celcost.Expression, _ []schema.ValidationRule, of size) { sizes[of]++ })
		first := map[key]*celcost.Expression{}
		each(func(e *celcost.Expression, all []schema.ValidationRule, of size) {
			if sizes[of] == 1 {
				return
			}
			k := key{e.Node, celtext.Of(e.AST().Expr()), all[e.Rule].FieldPath}
			earlier := first[k]
			if earlier == nil {
				first[k] = e
				return
			}
			if v.CEL.OptionalOld(e) != v.CEL.OptionalOld(earlier) {
				return
			}
			a, b := strconv.Itoa(earlier.Rule+1), strconv.Itoa(e.Rule+1)
			f := p.Report(e.Path, "rules %s and %s of %s are the same: change or remove one of them", a, b, v.Called(&v.Tree.Nodes[e.Node]))
			f.Related = []finding.Related{{Message: "the first of them", Path: earlier.Path}}
			if sameAnswer(&all[e.Rule], &all[earlier.Rule]) {
				f.Fix = finding.RemoveKey("remove rule "+b, e.Path.Parent())
			}
		})
	},
}

// sameAnswer reports whether two CEL rules refuse a value with the same reason and message.
func sameAnswer(a, b *schema.ValidationRule) bool {
	sameReason := a.Reason == nil && b.Reason == nil || a.Reason != nil && b.Reason != nil && *a.Reason == *b.Reason
	return sameReason && a.Message == b.Message && a.MessageExpression == b.MessageExpression
}
