package rules

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/celcost"
	"github.com/crdtool/crdtool/schema"
)

// absentRead is an expression that reads a field that may be absent, and then
// ends in an error.
type absentRead struct {
	expression *celcost.Expression
	place      *celPlace
	at         ast.Expr
	// always is set if no value without the field passes the rule.
	always bool
}

// absentReads returns them, in the order of the expressions and of the reading.
func (v *Version) absentReads() []absentRead {
	if v.absent != nil {
		return *v.absent
	}
	var all []absentRead
	for i := range v.Expressions {
		all = append(all, v.absentReadsOf(&v.Expressions[i])...)
	}
	v.absent = &all
	return all
}

type reading struct {
	place *celPlace
	at    ast.Expr
}

func (v *Version) absentReadsOf(e *celcost.Expression) []absentRead {
	s := newSupposition(v, e)
	readings := s.readings()
	if len(readings) == 0 {
		return nil
	}
	var around []*celcost.Expression
	var all []absentRead
	for _, r := range readings {
		s.absent = r.place.text
		if !s.mayFail() || v.requiredByJunctor(r.place) {
			continue
		}
		// That of self stands for that of oldSelf.
		if slices.ContainsFunc(all, func(a absentRead) bool { return a.place.node != nil && a.place.node == r.place.node }) {
			continue
		}
		if around == nil {
			around = v.rulesAround(e)
		}
		passes, fails := false, false
		whole := s.each(func() bool {
			o := s.outcomeOf(e, e)
			passes = passes || o == isTrue
			if o == noSuchKey && !fails {
				fails = !s.refused(e, r.place, around)
			}
			return !passes && !e.Message || !fails
		})
		if fails && (whole || passes || e.Message) {
			all = append(all, absentRead{e, r.place, r.at, !passes && !e.Message})
		}
	}
	return all
}

// mayFail reports whether the expression can fail at all, in one evaluation.
func (s *supposition) mayFail() bool {
	s.rough = true
	v := s.eval(s.tree.Expr())
	s.rough = false
	return v.failed()
}

// readings returns the fields that may be absent and are read, each once.
func (s *supposition) readings() []reading {
	var all []reading
	s.collect = func(p *celPlace, at ast.Expr) {
		if !slices.ContainsFunc(all, func(r reading) bool { return r.place.text == p.text }) {
			all = append(all, reading{p, at})
		}
	}
	s.eval(s.tree.Expr())
	s.collect = nil
	return all
}

// outcomeOf evaluates an expression in the supposition about another. A message
// is only evaluated if its rule is false, which comes first.
func (s *supposition) outcomeOf(e, about *celcost.Expression) outcome {
	if e.Message {
		for i := range s.version.Expressions {
			if r := &s.version.Expressions[i]; r.Node == e.Node && r.Rule == e.Rule && !r.Message {
				if o := s.outcomeOf(r, about); o != isFalse {
					return unknown
				}
			}
		}
	}
	s.use(e)
	v := s.eval(s.tree.Expr())
	if e.Message {
		return v.outcome
	}
	return s.decide(v)
}

// rulesAround returns the other rules of a node and of those above it.
func (v *Version) rulesAround(e *celcost.Expression) []*celcost.Expression {
	var all []*celcost.Expression
	for i := range v.Expressions {
		o := &v.Expressions[i]
		if o.Message || o.Node == e.Node && o.Rule == e.Rule {
			continue
		}
		if o.Node <= e.Node && e.Node < v.Tree.Nodes[o.Node].End {
			all = append(all, o)
		}
	}
	return all
}

// refused reports whether another rule is false, so that the value is refused
// with a message that somebody wrote.
func (s *supposition) refused(e *celcost.Expression, p *celPlace, around []*celcost.Expression) bool {
	defer s.use(e)
	for _, o := range around {
		if !strings.Contains(o.Text, p.name) {
			continue
		}
		if s.version.transition(o) && !s.version.transition(e) {
			continue // it is not evaluated on create
		}
		if s.outcomeOf(o, e) == isFalse {
			return true
		}
	}
	return false
}

// requiredByJunctor reports whether a branch of a junctor speaks of a field's
// being required, so that it may well be.
func (v *Version) requiredByJunctor(p *celPlace) bool {
	if p.above == nil || p.above.node == nil {
		return false
	}
	if v.branches == nil {
		v.branches = map[string]bool{}
		for i := range v.Tree.Nodes {
			if n := &v.Tree.Nodes[i]; n.Nested {
				for _, name := range n.Required {
					v.branches[v.FieldPath(n)+"."+name] = true
				}
			}
		}
	}
	return v.branches[v.FieldPath(p.above.node)+"."+p.name]
}

// inEnum reports whether a literal is a value of an enum.
func inEnum(n *schema.Node, literal string) bool {
	return slices.ContainsFunc(n.Enum, func(value any) bool { return jsonLiteral(value) == literal })
}

// transition reports whether an expression is evaluated on updates only.
func (v *Version) transition(e *celcost.Expression) bool {
	return e.UsesOldSelf() && !v.optionalOld(e)
}

// optionalOld reports whether oldSelf is an optional value.
func (v *Version) optionalOld(e *celcost.Expression) bool {
	o := v.Tree.Nodes[e.Node].XValidations[e.Rule].OptionalOldSelf
	return o != nil && *o
}
