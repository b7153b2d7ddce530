package mutation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celsyntax"
	"github.com/crdtool/crdtool/schema"
)

// rule damages a CEL rule: it drops the rule, or changes one part of its text.
func (d *damager) rule() {
	was := d.constraint.Rule.Rule
	d.add(RuleDropped, "the rule is gone", was, "", func(s *schema.Schema) bool {
		i := ruleIn(s, was)
		if i >= 0 {
			s.OwnRare().XValidations = slices.Delete(slices.Clone(s.XValidations()), i, i+1)
		}
		return i >= 0
	})
	for _, t := range damagesTo(was) {
		m := d.add(t.kind, t.does, was, t.is, func(s *schema.Schema) bool {
			i := ruleIn(s, was)
			if i >= 0 {
				s.OwnRare().XValidations = slices.Clone(s.XValidations())
				s.XValidations()[i].Rule = t.is
			}
			return i >= 0
		})
		m.Start, m.End, m.Rule = t.part.Start, t.part.End, t.is
	}
}

func ruleIn(s *schema.Schema, text string) int {
	return slices.IndexFunc(s.XValidations(), func(r schema.ValidationRule) bool { return r.Rule == text })
}

// A textDamage is a change of one part of a rule's text.
type textDamage struct {
	kind Kind
	does string
	// part is the changed part; is is the whole text after the change.
	part celsyntax.Span
	is   string
}

// damagesTo lists the changes of a rule's text, in the order of the text.
func damagesTo(rule string) []textDamage {
	e := celsyntax.Parse(rule)
	if e == nil {
		return nil
	}
	t := &ruleText{text: rule, seen: map[string]bool{rule: true}}
	t.walk(e, true)
	slices.SortStableFunc(t.all, func(a, b textDamage) int { return a.part.Start - b.part.Start })
	return t.all
}

// A ruleText collects the damages to the text of a rule.
type ruleText struct {
	text string
	all  []textDamage
	seen map[string]bool
}

func (t *ruleText) of(e *celsyntax.Expr) string { return t.text[e.Start:e.End] }

// replaced returns the text with a part replaced.
func (t *ruleText) replaced(part celsyntax.Span, by string) string {
	return t.text[:part.Start] + by + t.text[part.End:]
}

func (t *ruleText) add(k Kind, part celsyntax.Span, is, does string, values ...any) {
	if !t.seen[is] {
		t.seen[is] = true
		t.all = append(t.all, textDamage{k, fmt.Sprintf(does, values...), part, is})
	}
}

// walk damages an expression. whole says that the expression is the rule, or an operand of a connective; dropping
// it is then another damage already.
func (t *ruleText) walk(e *celsyntax.Expr, whole bool) {
	switch e.Kind {
	case celsyntax.Or, celsyntax.And:
		t.connective(e)
		for i, p := range e.Parts {
			t.operand(e, i)
			t.walk(p, true)
		}
		return
	case celsyntax.Group:
		t.walk(e.Parts[0], whole)
		return
	case celsyntax.Relation:
		t.relation(e, whole)
	case celsyntax.Not:
		t.add(NegationDropped, e.Op, t.replaced(e.Op, ""), "! is gone")
	case celsyntax.Choice:
		for _, p := range e.Parts[1:] {
			t.add(ChoiceDropped, e.Span, t.replaced(e.Span, "("+t.of(p)+")"), "of ? : only %s is left", t.of(p))
		}
	case celsyntax.Number:
		t.number(e, 1)
	case celsyntax.Call:
		name := t.text[e.Op.Start:e.Op.End]
		if name == "has" && !e.Member {
			return
		}
		if turned := map[string]string{"all": "exists", "exists": "all", "exists_one": "exists", "existsOne": "exists"}[name]; turned != "" && e.Member && len(e.Parts) > 2 {
			t.add(QuantifierTurned, e.Op, t.replaced(e.Op, turned), "%s becomes %s", name, turned)
		}
	}
	for _, p := range e.Parts {
		t.walk(p, false)
	}
}

// connective turns all && of a chain into ||, or the opposite.
func (t *ruleText) connective(e *celsyntax.Expr) {
	from, to := "&&", "||"
	if e.Kind == celsyntax.Or {
		from, to = to, from
	}
	is := t.text
	for i := len(e.Parts) - 1; i > 0; i-- {
		gap := t.text[e.Parts[i-1].End:e.Parts[i].Start]
		if strings.Count(gap, from) != 1 {
			return // within a comment
		}
		at := e.Parts[i-1].End + strings.Index(gap, from)
		is = is[:at] + to + is[at+len(to):]
	}
	t.add(Connective, e.Op, is, "%s becomes %s", from, to)
}

// operand drops an operand of a chain.
func (t *ruleText) operand(chain *celsyntax.Expr, i int) {
	e := chain.Parts[i]
	cut := e.Span
	if i > 0 {
		cut.Start = chain.Parts[i-1].End
	} else {
		cut.End = chain.Parts[1].Start
	}
	k := OperandDropped
	switch {
	case t.guard(e):
		k = GuardDropped
	case t.comparesOld(e):
		k = OldSelfDropped
	}
	t.add(k, e.Span, t.replaced(cut, ""), "%s is gone", t.of(e))
}

// guard reports whether an expression only tests the presence of a field.
func (t *ruleText) guard(e *celsyntax.Expr) bool {
	for e.Kind == celsyntax.Group || e.Kind == celsyntax.Not {
		e = e.Parts[0]
	}
	return e.Kind == celsyntax.Call && !e.Member && t.text[e.Op.Start:e.Op.End] == "has"
}

// comparesOld reports whether an expression compares with the old value.
func (t *ruleText) comparesOld(e *celsyntax.Expr) bool {
	for e.Kind == celsyntax.Group {
		e = e.Parts[0]
	}
	return e.Kind == celsyntax.Relation && strings.Contains(t.of(e), "oldSelf")
}

// turned maps comparisons to their replacements.
var turned = map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}

func (t *ruleText) relation(e *celsyntax.Expr, whole bool) {
	op := t.text[e.Op.Start:e.Op.End]
	if to := turned[op]; to != "" {
		t.add(Comparison, e.Op, t.replaced(e.Op, to), "%s becomes %s", op, to)
	} else {
		t.add(Comparison, e.Op, t.replaced(e.Span, "!("+t.of(e)+")"), "in becomes not in")
	}
	if !whole && t.comparesOld(e) {
		t.add(OldSelfDropped, e.Span, t.replaced(e.Span, "true"), "%s becomes true", t.of(e))
	}
	// Move a number so that the comparison is true more often. The damage to the operator already makes it true less
	// often.
	by := map[string]int64{"<": 1, "<=": 1, ">": -1, ">=": -1}[op]
	for i, p := range e.Parts {
		if p.Kind == celsyntax.Number && by != 0 {
			t.number(p, by*int64(1-2*(1-i)))
		}
	}
}

// number moves an integer, unless it was moved already.
func (t *ruleText) number(e *celsyntax.Expr, by int64) {
	was := t.of(e)
	n, err := strconv.ParseInt(was, 10, 64)
	if err != nil {
		return
	}
	if slices.ContainsFunc(t.all, func(o textDamage) bool { return o.kind == NumberMoved && o.part.Start == e.Start }) {
		return
	}
	is := strconv.FormatInt(n+by, 10)
	if n+by < 0 {
		is = "(" + is + ")"
	}
	t.add(NumberMoved, e.Span, t.replaced(e.Span, is), "%s becomes %s", was, strings.Trim(is, "()"))
}
