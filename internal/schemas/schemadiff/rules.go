package schemadiff

import (
	"reflect"

	"github.com/crdtool/crdtool/schema"
)

// rules compares x-kubernetes-validations, rule by rule. Two rules are paired if they are equal, or else if their texts
// are. Of the remaining rules, those next to the same neighbour count as one rule with another text.
func (w *walk) rules(p *Pair) {
	old, new := p.Old.XValidations(), p.New.XValidations()
	if len(old) == 0 && len(new) == 0 {
		return
	}
	m := matchRules(old, new)
	sides := ruleSides{old: old, new: new, were: deciding(old), are: deciding(new)}
	before, moved, last := len(w.changes), false, -1
	for i := range old {
		if m.new[i] < 0 {
			w.rule(p, &sides, i, -1)
		}
	}
	for j := range new {
		i := m.old[j]
		if i < 0 || !sameRule(&old[i], &new[j]) {
			w.rule(p, &sides, i, j)
		}
		if i >= 0 {
			moved = moved || i < last
			last = i
		}
	}
	if moved && len(w.changes) == before {
		w.add(p, "x-kubernetes-validations", old, new, Same)
	}
}

// ruleSides holds the rules of two nodes and their decisions.
type ruleSides struct {
	old, new  []schema.ValidationRule
	were, are map[decision]bool
}

// rule adds a rule that was added (i is -1), removed (j is -1) or changed.
func (w *walk) rule(p *Pair, s *ruleSides, i, j int) {
	var was, is *schema.ValidationRule
	if i >= 0 {
		was = &s.old[i]
	}
	if j >= 0 {
		is = &s.new[j]
	}
	c := w.add(p, "x-kubernetes-validations", orNil(was), orNil(is), effectOfRule(was, is, s.were, s.are))
	c.was, c.is = i, j
}

// effectOfRule returns the effect of a changed rule. A second copy of a rule refuses nothing more. Programs read the
// reason and the field path, people the message.
func effectOfRule(was, is *schema.ValidationRule, were, are map[decision]bool) (e Effect) {
	if is != nil && !were[decisionOf(is)] {
		e |= Narrows
	}
	if was != nil && !are[decisionOf(was)] {
		e |= Widens
	}
	if e != Same || was == nil || is == nil {
		return e
	}
	if !same(was.Reason, is.Reason) || was.FieldPath != is.FieldPath {
		return Meaning
	}
	if was.Message != is.Message || was.MessageExpression != is.MessageExpression {
		return Documents
	}
	return Same
}

// decision identifies what a rule refuses. With optionalOldSelf, a transition rule is also evaluated without an old
// value, so that it is another decision.
type decision struct {
	rule     string
	optional bool
}

func decisionOf(r *schema.ValidationRule) decision { return decision{r.Rule, optional(r)} }

func deciding(some []schema.ValidationRule) map[decision]bool {
	all := make(map[decision]bool, len(some))
	for i := range some {
		all[decisionOf(&some[i])] = true
	}
	return all
}

func optional(r *schema.ValidationRule) bool { return r.OptionalOldSelf != nil && *r.OptionalOldSelf }

func sameRule(a, b *schema.ValidationRule) bool { return reflect.DeepEqual(a, b) }

func sameText(a, b *schema.ValidationRule) bool { return a.Rule == b.Rule }

// matching maps each rule to its pair in the other schema, or to -1.
type matching struct{ old, new []int }

func matchRules(old, new []schema.ValidationRule) matching {
	m := matching{old: none(len(new)), new: none(len(old))}
	m.joinEqual(old, new, sameRule)
	m.joinEqual(old, new, sameText)
	for i := range old {
		m.beside(i, -1)
	}
	for i := len(old) - 1; i >= 0; i-- {
		m.beside(i, 1)
	}
	return m
}

// joinEqual pairs the rules that are the same and have no pair yet, in order.
func (m matching) joinEqual(old, new []schema.ValidationRule, same func(a, b *schema.ValidationRule) bool) {
	for i := range old {
		for j := range new {
			if m.new[i] < 0 && m.old[j] < 0 && same(&old[i], &new[j]) {
				m.join(i, j)
			}
		}
	}
}

func none(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

func (m matching) join(i, j int) { m.new[i], m.old[j] = j, i }

// beside pairs a rule with the one that is before (step -1) or after (1) the same neighbour. The ends of the lists are
// neighbours, too.
func (m matching) beside(i, step int) {
	if m.new[i] >= 0 {
		return
	}
	j := len(m.old) - 1
	switch neighbour := i + step; {
	case neighbour >= 0 && neighbour < len(m.new):
		if m.new[neighbour] < 0 {
			return
		}
		j = m.new[neighbour] - step
	case step < 0:
		j = 0
	}
	if j >= 0 && j < len(m.old) && m.old[j] < 0 {
		m.join(i, j)
	}
}
