package celfacts

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/cel/celcost"
)

// AbsentRead is an expression that reads a field that may be absent, which is an error of evaluation.
type AbsentRead struct {
	Expression *celcost.Expression
	Place      *Place
	// At is the part of the expression that reads the field.
	At ast.Expr
	// Always reports that the CEL rule accepts no value without the field; otherwise it accepts some, or that is
	// uncertain.
	Always bool
	// Wanted reports, if Always is set, that the rule would also refuse the field's empty value, so that its author
	// wanted to refuse absent fields.
	Wanted bool
}

// Sometimes reports whether the rule accepts some values without the field, or may do so.
func (r AbsentRead) Sometimes() bool { return !r.Always }

// IsWanted returns Wanted.
func (r AbsentRead) IsWanted() bool { return r.Wanted }

// Unwanted reports whether the rule accepts no value without the field, although its author did not want that.
func (r AbsentRead) Unwanted() bool { return r.Always && !r.Wanted }

// AbsentReads returns all absent reads, in the order of the expressions and of evaluation. It skips a CEL rule that
// accepts no value at all: testing for the field would not fix it.
func (rs *Rules) AbsentReads() []AbsentRead {
	if rs.absent != nil {
		return *rs.absent
	}
	var all []AbsentRead
	for i := range rs.expressions {
		all = append(all, rs.absentReadsOf(&rs.expressions[i])...)
	}
	rs.absent = &all
	return all
}

func (rs *Rules) absentReadsOf(e *celcost.Expression) []AbsentRead {
	if !e.Traits().Reads {
		return nil
	}
	readings := rs.surveyOf(e).readings
	if len(readings) == 0 {
		return nil
	}
	ev := newEvaluator(rs, e)
	var around []*celcost.Expression
	var all []AbsentRead
	for _, r := range readings {
		ev.absent = r.place.text
		if !ev.mayFail() || rs.RequiredByBranch(r.place) {
			continue
		}
		// A read of self stands for the read of oldSelf, too.
		if slices.ContainsFunc(all, func(a AbsentRead) bool { return a.Place.Node != nil && a.Place.Node == r.place.Node }) {
			continue
		}
		if around == nil {
			around = rs.Around(e)
		}
		refusing := ev.refusing(e, r.place, around)
		passes, fails, wanted := false, false, true
		whole := ev.each(func() bool {
			o := ev.outcomeOf(e)
			passes = passes || o == isTrue
			if o == noSuchKey && !fails {
				fails = !ev.refused(e, refusing)
			}
			if o == noSuchKey && wanted {
				wanted = ev.refusesEmpty(e, r.place)
			}
			return !passes && !e.Message || !fails
		})
		if fails && (whole || passes || e.Message) {
			always := !passes && !e.Message
			all = append(all, AbsentRead{e, r.place, r.at, always, always && wanted})
		}
	}
	if len(all) > 0 && rs.NeverPasses(e) {
		return nil
	}
	return all
}

// mayFail reports whether the expression can fail at all, with one rough evaluation. Most expressions then need no
// evaluation with all combinations of answers: without it lint takes 25 % longer.
func (ev *evaluator) mayFail() bool {
	ev.rough = true
	v := ev.eval(ev.tree.Expr())
	ev.rough = false
	return v.failed()
}

// outcomeOf evaluates an expression with the current answers, which may be those of another expression. A
// messageExpression is evaluated only if its CEL rule is false.
func (ev *evaluator) outcomeOf(e *celcost.Expression) outcome {
	if e.Message {
		for i := range ev.rules.expressions {
			if r := &ev.rules.expressions[i]; r.Node == e.Node && r.Rule == e.Rule && !r.Message {
				if o := ev.outcomeOf(r); o != isFalse {
					return unknown
				}
			}
		}
	}
	ev.use(e)
	v := ev.eval(ev.tree.Expr())
	if e.Message {
		return v.outcome
	}
	return ev.decide(v)
}

// refusing returns the rules around an expression that name a field and are evaluated whenever the expression is.
func (ev *evaluator) refusing(e *celcost.Expression, p *Place, around []*celcost.Expression) []*celcost.Expression {
	var all []*celcost.Expression
	for _, o := range around {
		if strings.Contains(o.Text, p.Name) && (!ev.rules.UpdateOnly(o) || ev.rules.UpdateOnly(e)) {
			all = append(all, o)
		}
	}
	return all
}

// refused reports whether one of the rules is false, so that the value is refused with that rule's message.
func (ev *evaluator) refused(e *celcost.Expression, by []*celcost.Expression) bool {
	defer ev.use(e)
	return slices.ContainsFunc(by, func(o *celcost.Expression) bool { return ev.outcomeOf(o) == isFalse })
}
