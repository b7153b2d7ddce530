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
	conclusion := e.Parse(now.Rule)
	if conclusion == nil {
		return false
	}
	var all []ast.Expr
	for i := range c.At.Old.XValidations {
		// oldSelf is another type where it is optional, and without an old value rules
		// about it are passed over.
		was := &c.At.Old.XValidations[i]
		if optionalOldSelf(was) != optionalOldSelf(now) || aboutChanges(was) && !aboutChanges(now) {
			continue
		}
		if len(c.At.Old.XValidations) > mostPremises && c.Before != any(was) {
			continue
		}
		if premise := e.Parse(was.Rule); premise != nil {
			all = append(all, premise.Expr())
		}
	}
	return p.implications.Implied(conclusion.Expr(), all...)
}

// mostPremises is of how many rules in one place each is looked at for each: of more, only the
// one that was replaced.
const mostPremises = 10

// mostImplications bounds the time that following from other rules takes in a CRD to
// some tenths of a second.
const mostImplications = 500_000

func optionalOldSelf(r *schema.ValidationRule) bool {
	return r.OptionalOldSelf != nil && *r.OptionalOldSelf
}

func aboutChanges(r *schema.ValidationRule) bool { return strings.Contains(r.Rule, "oldSelf") }
