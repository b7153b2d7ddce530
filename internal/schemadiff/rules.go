package schemadiff

import "github.com/crdtool/crdtool/schema"

// rules compares x-kubernetes-validations, rule by rule. Two rules are the same
// if all of them is equal, or else if their text is; of the others those are taken
// for one rule with another text that stand beside the same neighbour.
func (w *walk) rules(p *Pair) {
	old, new := p.Old.XValidations, p.New.XValidations
	if len(old) == 0 && len(new) == 0 {
		return
	}
	m := matchRules(old, new)
	before, moved, last := len(w.changes), false, -1
	for i := range old {
		if m.new[i] < 0 {
			w.rule(p, old, new, i, -1)
		}
	}
	for j := range new {
		i := m.old[j]
		if i < 0 || !sameRule(&old[i], &new[j]) {
			w.rule(p, old, new, i, j)
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

// rule notes that a rule came (i is -1), went (j is -1) or is another.
func (w *walk) rule(p *Pair, old, new []schema.ValidationRule, i, j int) {
	var was, is *schema.ValidationRule
	if i >= 0 {
		was = &old[i]
	}
	if j >= 0 {
		is = &new[j]
	}
	c := w.add(p, "x-kubernetes-validations", orNil(was), orNil(is), effectOfRule(was, is, old, new))
	c.was, c.is = i, j
}

// effectOfRule says what it does that one of some rules is another. A second copy
// of a rule refuses nothing more. Reason and field path are told to programs, a
// message is for people.
func effectOfRule(was, is *schema.ValidationRule, old, new []schema.ValidationRule) (e Effect) {
	if is != nil && !decides(old, is) {
		e |= Narrows
	}
	if was != nil && !decides(new, was) {
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

// decides reports whether one of some rules refuses what r does. With
// optionalOldSelf a rule about changes is also asked when there is no old value,
// so that it is not the same rule.
func decides(some []schema.ValidationRule, r *schema.ValidationRule) bool {
	for i := range some {
		if some[i].Rule == r.Rule && optional(&some[i]) == optional(r) {
			return true
		}
	}
	return false
}

func optional(r *schema.ValidationRule) bool { return r.OptionalOldSelf != nil && *r.OptionalOldSelf }

func sameRule(a, b *schema.ValidationRule) bool {
	return a.Rule == b.Rule && a.Message == b.Message && a.MessageExpression == b.MessageExpression &&
		a.FieldPath == b.FieldPath && same(a.Reason, b.Reason) && same(a.OptionalOldSelf, b.OptionalOldSelf)
}

// matching says for each rule which one of the other side is the same, or -1.
type matching struct{ old, new []int }

func matchRules(old, new []schema.ValidationRule) matching {
	m := matching{old: none(len(new)), new: none(len(old))}
	for _, alike := range []func(a, b *schema.ValidationRule) bool{
		sameRule,
		func(a, b *schema.ValidationRule) bool { return a.Rule == b.Rule },
	} {
		for i := range old {
			for j := range new {
				if m.new[i] < 0 && m.old[j] < 0 && alike(&old[i], &new[j]) {
					m.join(i, j)
				}
			}
		}
	}
	for i := range old {
		m.beside(i, -1)
	}
	for i := len(old) - 1; i >= 0; i-- {
		m.beside(i, 1)
	}
	return m
}

func none(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

func (m matching) join(i, j int) { m.new[i], m.old[j] = j, i }

// beside joins a rule with the one that stands before (step -1) or behind (1) the
// same neighbour; the ends of the lists are neighbours, too.
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
