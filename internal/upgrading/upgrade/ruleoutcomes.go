package upgrade

import (
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
)

// ruled is a CEL rule of the new CRD, and what the rules of its version come to.
type ruled struct {
	facts *celfacts.Rules
	rule  *celcost.Expression
}

// neverFails reports whether the new CEL rule passes for every value that the new schema
// accepts without it, so that it is other keywords that refuse what it would.
func (w *keyword) neverFails() bool {
	of := w.ruledBy(w.Path().Child("rule").File())
	if of.rule == nil {
		return false
	}
	passes, fails := of.facts.Results(of.rule)
	return passes && !fails
}

// ruledBy returns the CEL rule whose text stands at a path; none if it does not compile.
func (c *comparison) ruledBy(path string) ruled {
	if c.rules == nil {
		c.rules = map[string]ruled{}
		for i := range c.checked.Costs {
			cost := &c.checked.Costs[i]
			if cost.Tree == nil {
				continue
			}
			all := cost.Expressions
			facts := celfacts.Of(schemafacts.Of(cost.Tree, false), all)
			for j := range all {
				if e := &all[j]; !e.Message {
					c.rules[e.Path.File()] = ruled{facts, e}
				}
			}
		}
	}
	return c.rules[path]
}
