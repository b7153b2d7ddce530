package mutation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/schema"
)

// rule damages a CEL rule: it is dropped, or its text changed in one place.
func (d *damager) rule() {
	was := d.constraint.Rule.Rule
	d.add(RuleDropped, "the rule is gone", was, "", func(s *schema.Schema) bool {
		i := ruleIn(s, was)
		if i >= 0 {
			s.XValidations = slices.Delete(slices.Clone(s.XValidations), i, i+1)
		}
		return i >= 0
	})
	for _, t := range damagesTo(was) {
		m := d.add(t.kind, t.does, was, t.is, func(s *schema.Schema) bool {
			i := ruleIn(s, was)
			if i >= 0 {
				s.XValidations = slices.Clone(s.XValidations)
				s.XValidations[i].Rule = t.is
			}
			return i >= 0
		})
		m.Start, m.End, m.Rule = t.start, t.end, t.is
	}
}

func ruleIn(s *schema.Schema, text string) int {
	return slices.IndexFunc(s.XValidations, func(r schema.ValidationRule) bool { return r.Rule == text })
}

// textDamage is the text of a rule with one thing in it changed.
type textDamage struct {
	kind Kind
	does string
	// start and end are the part of the text that is another, is the whole text then.
	start, end int
	is         string
}

// damagesTo lists what can be changed in the text of a rule, in the order of the text.
func damagesTo(rule string) []textDamage {
	e := parse(rule)
	if e == nil {
		return nil
	}
	t := &ruleText{text: rule, seen: map[string]bool{rule: true}}
	t.walk(e, true)
	slices.SortStableFunc(t.all, func(a, b textDamage) int { return a.start - b.start })
	return t.all
}

// ruleText collects damages to the text of a rule.
type ruleText struct {
	text string
	all  []textDamage
	seen map[string]bool
}

func (t *ruleText) of(e *expr) string { return t.text[e.start:e.end] }

// replaced is the text with another part.
func (t *ruleText) replaced(start, end int, by string) string {
	return t.text[:start] + by + t.text[end:]
}

func (t *ruleText) add(k Kind, start, end int, is, does string, values ...any) {
	if !t.seen[is] {
		t.seen[is] = true
		t.all = append(t.all, textDamage{k, fmt.Sprintf(does, values...), start, end, is})
	}
}

// walk damages an expression. Whole says that the rule is nothing else, or that the
// expression can be dropped from a connective: to drop it needs no other way.
func (t *ruleText) walk(e *expr, whole bool) {
	switch e.kind {
	case or, and:
		t.connective(e)
		for i, p := range e.parts {
			t.operand(e, i)
			t.walk(p, true)
		}
		return
	case group:
		t.walk(e.parts[0], whole)
		return
	case relation:
		t.relation(e, whole)
	case not:
		t.add(NegationDropped, e.opStart, e.opEnd, t.replaced(e.opStart, e.opEnd, ""), "! is gone")
	case choice:
		for _, p := range e.parts[1:] {
			t.add(ChoiceDropped, e.start, e.end, t.replaced(e.start, e.end, "("+t.of(p)+")"), "of ? : only %s is left", t.of(p))
		}
	case number:
		t.number(e, 1)
	case call:
		name := t.text[e.opStart:e.opEnd]
		if name == "has" && !e.member {
			return
		}
		if turned := map[string]string{"all": "exists", "exists": "all", "exists_one": "exists", "existsOne": "exists"}[name]; turned != "" && e.member && len(e.parts) > 2 {
			t.add(QuantifierTurned, e.opStart, e.opEnd, t.replaced(e.opStart, e.opEnd, turned), "%s becomes %s", name, turned)
		}
	}
	for _, p := range e.parts {
		t.walk(p, false)
	}
}

// connective turns && and ||, all of a chain.
func (t *ruleText) connective(e *expr) {
	from, to := "&&", "||"
	if e.kind == or {
		from, to = to, from
	}
	is := t.text
	for i := len(e.parts) - 1; i > 0; i-- {
		gap := t.text[e.parts[i-1].end:e.parts[i].start]
		if strings.Count(gap, from) != 1 {
			return // in a comment
		}
		at := e.parts[i-1].end + strings.Index(gap, from)
		is = is[:at] + to + is[at+len(to):]
	}
	t.add(Connective, e.opStart, e.opEnd, is, "%s becomes %s", from, to)
}

// operand drops one of a chain.
func (t *ruleText) operand(chain *expr, i int) {
	e := chain.parts[i]
	start, end := e.start, e.end
	if i > 0 {
		start = chain.parts[i-1].end
	} else {
		end = chain.parts[1].start
	}
	k := OperandDropped
	switch {
	case t.guard(e):
		k = GuardDropped
	case t.comparesOld(e):
		k = OldSelfDropped
	}
	t.add(k, e.start, e.end, t.replaced(start, end, ""), "%s is gone", t.of(e))
}

// guard reports whether an expression only asks whether a field is there.
func (t *ruleText) guard(e *expr) bool {
	for e.kind == group || e.kind == not {
		e = e.parts[0]
	}
	return e.kind == call && !e.member && t.text[e.opStart:e.opEnd] == "has"
}

// comparesOld reports whether an expression compares the new value with the old one.
func (t *ruleText) comparesOld(e *expr) bool {
	for e.kind == group {
		e = e.parts[0]
	}
	return e.kind == relation && strings.Contains(t.of(e), "oldSelf")
}

// turned are comparisons, and what becomes of them.
var turned = map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}

func (t *ruleText) relation(e *expr, whole bool) {
	op := t.text[e.opStart:e.opEnd]
	if to := turned[op]; to != "" {
		t.add(Comparison, e.opStart, e.opEnd, t.replaced(e.opStart, e.opEnd, to), "%s becomes %s", op, to)
	} else {
		t.add(Comparison, e.opStart, e.opEnd, t.replaced(e.start, e.end, "!("+t.of(e)+")"), "in becomes not in")
	}
	if !whole && t.comparesOld(e) {
		t.add(OldSelfDropped, e.start, e.end, t.replaced(e.start, e.end, "true"), "%s becomes true", t.of(e))
	}
	// A number is moved so that the comparison is true more often: that it is not less
	// often is what the operator shows.
	by := map[string]int64{"<": 1, "<=": 1, ">": -1, ">=": -1}[op]
	for i, p := range e.parts {
		if p.kind == number && by != 0 {
			t.number(p, by*int64(1-2*(1-i)))
		}
	}
}

// number moves a whole number, unless it was moved already.
func (t *ruleText) number(e *expr, by int64) {
	was := t.of(e)
	n, err := strconv.ParseInt(was, 10, 64)
	if err != nil {
		return
	}
	if slices.ContainsFunc(t.all, func(o textDamage) bool { return o.kind == NumberMoved && o.start == e.start }) {
		return
	}
	is := strconv.FormatInt(n+by, 10)
	if n+by < 0 {
		is = "(" + is + ")"
	}
	t.add(NumberMoved, e.start, e.end, t.replaced(e.start, e.end, is), "%s becomes %s", was, strings.Trim(is, "()"))
}
