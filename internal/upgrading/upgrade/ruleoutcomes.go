package upgrade

import (
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/schemas/schemafacts"
)

// ruleFacts is a CEL rule of the new CRD, with the facts about the rules of its version.
type ruleFacts struct {
	facts *celfacts.Rules
	rule  *celcost.Expression
}

// neverFails reports whether the new CEL rule passes for every value that the rest of the new schema accepts.
func (w *keyword) neverFails() bool {
	of := w.ruleFactsAt(w.Path().Child("rule").File())
	if of.rule == nil {
		return false
	}
	passes, fails := of.facts.Results(of.rule)
	return passes && !fails
}

// ruleFactsAt returns the CEL rule whose text is at a path; its rule is nil if it does not compile.
func (c *comparison) ruleFactsAt(path string) ruleFacts {
	if c.rules == nil {
		c.rules = map[string]ruleFacts{}
		for i := range c.checked.Costs {
			cost := &c.checked.Costs[i]
			if cost.Tree == nil {
				continue
			}
			all := cost.Expressions
			facts := celfacts.Of(schemafacts.Of(cost.Tree, false), all)
			for j := range all {
				if e := &all[j]; !e.Message {
					c.rules[e.Path.File()] = ruleFacts{facts, e}
				}
			}
		}
	}
	return c.rules[path]
}
