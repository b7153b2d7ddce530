package rules

import (
	"strings"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/celfacts"
	"github.com/crdtool/crdtool/internal/schemadiff"
	"github.com/crdtool/crdtool/schema"
)

// impliedByOld reports whether what a CEL rule refuses was refused by those that stood
// there before: it is another way to write them, or says less.
func (p *Pass) impliedByOld(c *schemadiff.Change, now *schema.ValidationRule) bool {
	e := p.expressionOf(c.Path()).e
	if e == nil {
		return false
	}
	if p.implications == nil {
		p.implications = &celfacts.Implications{Left: mostImplications}
	}
	if p.implications.Left <= 0 {
		return false
	}
	p.implications.Left -= oneParse
	conclusion := e.Parse(now.Rule)
	if conclusion == nil {
		return false
	}
	var all []ast.Expr
	add := func(was *schema.ValidationRule) {
		// oldSelf is another type where it is optional, and without an old value rules
		// about it are passed over.
		if optionalOldSelf(was) != optionalOldSelf(now) || aboutChanges(was) && !aboutChanges(now) {
			return
		}
		p.implications.Left -= oneParse
		if premise := e.Parse(was.Rule); premise != nil {
			all = append(all, premise.Expr())
		}
	}
	if old := c.At.Old.XValidations; len(old) <= mostPremises {
		for i := range old {
			add(&old[i])
		}
	} else if was, replaced := c.Before.(*schema.ValidationRule); replaced {
		add(was)
	}
	return p.implications.Implied(conclusion.Expr(), all...)
}

// mostPremises is of how many rules in one place each is looked at for each: of more, only the
// one that was replaced.
const mostPremises = 10

// mostImplications bounds the time that following from other rules takes in a CRD to
// some tenths of a second.
const mostImplications = 500_000

// oneParse is for how much of that it counts to parse a rule.
const oneParse = 50

func optionalOldSelf(r *schema.ValidationRule) bool {
	return r.OptionalOldSelf != nil && *r.OptionalOldSelf
}

func aboutChanges(r *schema.ValidationRule) bool { return strings.Contains(r.Rule, "oldSelf") }

// ruleTexts are the texts of the rules of a stored node.
func (p *Pass) ruleTexts(n *schema.Node) map[string]bool {
	if p.textsOf != n {
		p.textsOf, p.texts = n, make(map[string]bool, len(n.XValidations))
		for i := range n.XValidations {
			p.texts[n.XValidations[i].Rule] = true
		}
	}
	return p.texts
}
