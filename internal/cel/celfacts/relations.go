package celfacts

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// operands are the expressions of which a part is made: of x == y both sides, a test whether a
// field is there, or another expression as a whole.
type operands struct{ left, right, has, whole ast.Expr }

// relations are what is known of the values of parts together.
type relations struct {
	// implies has pairs of parts of which the first holds only where the second does.
	implies [][2]int
	// unchanged is the part self == oldSelf, -1 if there is none. Where it holds, the parts of
	// each pair in equal come to the same, and those of reflexive are no longer false.
	unchanged int
	equal     [][2]int
	reflexive []int
	// reads has for each part the places without which it errs; nil if it may err otherwise.
	reads [][]string
	// tests has the part that tests a field of a place, by that place, and fields the part
	// that tests a place itself.
	tests, fields map[string][]int
}

// relate finds the relations of the parts.
func (p *parts) relate() {
	p.unchanged = -1
	p.tests, p.fields = map[string][]int{}, map[string][]int{}
	p.reads = make([][]string, len(p.all))
	for j := range p.of {
		switch of := &p.of[j]; {
		case of.has != nil:
			s := of.has.AsSelect()
			if operand, ok := placeText(s.Operand()); ok {
				p.reads[j] = []string{operand}
				p.tests[operand] = append(p.tests[operand], j)
				p.fields[operand+"."+s.FieldName()] = append(p.fields[operand+"."+s.FieldName()], j)
			}
		case of.left != nil:
			left, leftKnown := readOf(of.left)
			right, rightKnown := readOf(of.right)
			if leftKnown && rightKnown {
				p.reads[j] = append(left, right...)
			}
			if isVariable(of.left, "self") && isVariable(of.right, "oldSelf") || isVariable(of.left, "oldSelf") && isVariable(of.right, "self") {
				p.unchanged = j
			}
		}
	}
	p.substitute()
	p.comprehensions()
}

// substitute relates facts about the old object with facts about the new one, where nothing has
// changed. It leaves out places in lists: the order of a set or a map may have changed.
func (p *parts) substitute() {
	if p.unchanged < 0 {
		return
	}
	for j := range p.of {
		text := ""
		switch of := &p.of[j]; {
		case of.has != nil && p.reads[j] != nil:
			s := of.has.AsSelect()
			if variableOf(s.Operand()) != "oldSelf" {
				continue
			}
			text = "has(" + asNew(s.Operand()) + "." + s.FieldName() + ")"
		case of.left != nil && p.reads[j] != nil && j != p.unchanged:
			l, r := asNew(of.left), asNew(of.right)
			if l == r {
				p.reflexive = append(p.reflexive, j)
				continue
			}
			if text = equalText(l, r); text == p.all[j] {
				continue
			}
		default:
			continue
		}
		if k := slices.Index(p.all, text); k >= 0 && k != j {
			p.relations.equal = append(p.relations.equal, [2]int{j, k})
		}
	}
}

// asNew returns the text of a place of the old object in the new one; of another expression
// it is its own.
func asNew(e ast.Expr) string {
	if variableOf(e) != "oldSelf" {
		return celtext.Of(e)
	}
	return "self" + strings.TrimPrefix(celtext.Of(e), "oldSelf")
}

// variableOf is the variable of a place, "" for another expression.
func variableOf(e ast.Expr) string {
	for e.Kind() == ast.SelectKind && !e.AsSelect().IsTestOnly() {
		e = e.AsSelect().Operand()
	}
	if e.Kind() == ast.IdentKind {
		return e.AsIdent()
	}
	return ""
}

func isVariable(e ast.Expr, name string) bool {
	return e.Kind() == ast.IdentKind && e.AsIdent() == name
}

// placeText is the text of a variable, or of a field of one.
func placeText(e ast.Expr) (string, bool) {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent(), true
	case ast.SelectKind:
		s := e.AsSelect()
		if operand, ok := placeText(s.Operand()); ok && !s.IsTestOnly() {
			return operand + "." + s.FieldName(), true
		}
	}
	return "", false
}

// readOf are the places without which an expression errs, if that is all that it can err by.
func readOf(e ast.Expr) ([]string, bool) {
	if e.Kind() == ast.LiteralKind {
		return []string{}, true
	}
	place, ok := placeText(e)
	return []string{place}, ok
}

// comprehensions relates those over the same items.
func (p *parts) comprehensions() {
	for j := range p.of {
		for k := range p.of {
			if j == k || p.of[j].whole == nil || p.of[k].whole == nil || p.of[j].whole.Kind() != ast.ComprehensionKind || p.of[k].whole.Kind() != ast.ComprehensionKind {
				continue
			}
			a, b := p.of[j].whole.AsComprehension(), p.of[k].whole.AsComprehension()
			m, n := macroOf(a), macroOf(b)
			if m.name != n.name || m.name != operators.All && m.name != operators.Exists || a.HasIterVar2() || b.HasIterVar2() ||
				a.IterVar() != b.IterVar() || celtext.Of(a.IterRange()) != celtext.Of(b.IterRange()) {
				continue
			}
			if Implied(n.predicate, m.predicate) {
				p.implies = append(p.implies, [2]int{j, k})
			}
		}
	}
}

// related reports whether the values of parts break no relation.
func (p *parts) related() bool {
	for _, r := range p.implies {
		if p.values[r[0]] == holds && p.values[r[1]] != holds {
			return false
		}
	}
	if p.unchanged >= 0 && p.values[p.unchanged] == holds {
		for _, r := range p.relations.equal {
			if p.values[r[0]] != p.values[r[1]] {
				return false
			}
		}
		for _, j := range p.reflexive {
			if p.values[j] == fails {
				return false
			}
		}
	}
	for j, reads := range p.reads {
		if reads != nil && p.values[j] == errs && !slices.ContainsFunc(reads, func(place string) bool { return !p.there(place) }) {
			return false
		}
	}
	return true
}

// there reports whether a place is certain to have a value: a field is, if a test says so,
// or a test of something in it does not err.
func (p *parts) there(place string) bool {
	if !strings.Contains(place, ".") {
		return true
	}
	return slices.ContainsFunc(p.fields[place], func(j int) bool { return p.values[j] == holds }) ||
		slices.ContainsFunc(p.tests[place], func(j int) bool { return p.values[j] != errs })
}

// counted is the formula of a comparison of a literal with how many of some conditions hold;
// nil for another.
func (p *parts) counted(c ast.CallExpr) formula {
	args := c.Args()
	if len(args) != 2 {
		return nil
	}
	compare := comparisons[c.FunctionName()]
	if compare == nil {
		return nil
	}
	number := celtext.Number(args[1])
	if number == nil {
		return nil
	}
	conditions := conditionsOf(args[0])
	if conditions == nil {
		return nil
	}
	return p.count(conditions, func(n int) bool { return compare(float64(n), *number) })
}

// existsOne is the formula of [a, b].exists_one(x, x); nil for another comprehension.
func (p *parts) existsOne(c ast.ComprehensionExpr) formula {
	if macroOf(c).name != operators.ExistsOne {
		return nil
	}
	conditions := conditionsIn(c)
	if conditions == nil {
		return nil
	}
	return p.count(conditions, func(n int) bool { return n == 1 })
}

// count is whether as many of some conditions hold as there are to.
func (p *parts) count(conditions []ast.Expr, wanted func(n int) bool) formula {
	all := make([]formula, len(conditions))
	for i := range conditions {
		all[i] = p.formula(conditions[i])
	}
	return func(p *parts) truth3 {
		n := 0
		for _, f := range all {
			switch f(p) {
			case errs:
				return errs
			case holds:
				n++
			}
		}
		if wanted(n) {
			return holds
		}
		return fails
	}
}

var comparisons = map[string]func(n, with float64) bool{
	operators.Equals:        func(n, with float64) bool { return n == with },
	operators.NotEquals:     func(n, with float64) bool { return n != with },
	operators.Less:          func(n, with float64) bool { return n < with },
	operators.LessEquals:    func(n, with float64) bool { return n <= with },
	operators.Greater:       func(n, with float64) bool { return n > with },
	operators.GreaterEquals: func(n, with float64) bool { return n >= with },
}

// conditionsOf are those that an expression counts: [a, b].filter(x, x == true).size(), and
// (a ? 1 : 0) + (b ? 1 : 0). It is nil for another.
func conditionsOf(e ast.Expr) []ast.Expr {
	var all []ast.Expr
	if !addConditions(e, &all) {
		return nil
	}
	return all
}

// addConditions reports whether an expression counts some, and adds these.
func addConditions(e ast.Expr, to *[]ast.Expr) bool {
	if n := celtext.Number(e); n != nil && *n == 0 {
		return true
	}
	if e.Kind() != ast.CallKind {
		return false
	}
	c := e.AsCall()
	args := c.Args()
	var list []ast.Expr
	switch c.FunctionName() {
	case operators.Add:
		return addConditions(args[0], to) && addConditions(args[1], to)
	case operators.Conditional:
		one, none := celtext.Number(args[1]), celtext.Number(args[2])
		if one == nil || none == nil || *one != 1 || *none != 0 {
			return false
		}
		list = args[:1]
	case "size":
		if c.IsMemberFunction() {
			list = filtered(c.Target())
		} else if len(args) == 1 {
			list = filtered(args[0])
		}
	}
	*to = append(*to, list...)
	return list != nil
}

// filtered are the conditions of a list of which those are taken that hold.
func filtered(e ast.Expr) []ast.Expr {
	if e.Kind() != ast.ComprehensionKind {
		return nil
	}
	c := e.AsComprehension()
	if macroOf(c).name != operators.Filter {
		return nil
	}
	return conditionsIn(c)
}

// conditionsIn returns the conditions of a counted list, as in [a, b].filter(x, x).size() == 1.
func conditionsIn(c ast.ComprehensionExpr) []ast.Expr {
	m, list := macroOf(c), c.IterRange()
	if c.HasIterVar2() || list.Kind() != ast.ListKind || len(list.AsList().OptionalIndices()) > 0 {
		return nil
	}
	if !isVariable(m.predicate, c.IterVar()) && !comparesWithTrue(m.predicate, c.IterVar()) {
		return nil
	}
	for _, item := range list.AsList().Elements() {
		if !truthful(item) {
			return nil
		}
	}
	return list.AsList().Elements()
}

// comparesWithTrue reports whether an expression is whether a variable is true.
func comparesWithTrue(e ast.Expr, variable string) bool {
	if e.Kind() != ast.CallKind || e.AsCall().FunctionName() != operators.Equals {
		return false
	}
	isTrue := func(e ast.Expr) bool { return e.Kind() == ast.LiteralKind && e.AsLiteral() == types.True }
	args := e.AsCall().Args()
	return isVariable(args[0], variable) && isTrue(args[1]) || isTrue(args[0]) && isVariable(args[1], variable)
}

// commonParts returns the texts of the parts of an expression that another has as well, and that
// are neither of them, the longest first.
func commonParts(e, other ast.Expr) []string {
	var there, all []string
	joints(other, func(text string) { there = append(there, text) })
	joints(e, func(text string) {
		if slices.Contains(there, text) && text != celtext.Of(e) && text != celtext.Of(other) && !slices.Contains(all, text) {
			all = append(all, text)
		}
	})
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}

// joints visits the parts of an expression that join others.
func joints(e ast.Expr, visit func(text string)) {
	if e.Kind() != ast.CallKind {
		return
	}
	switch c := e.AsCall(); c.FunctionName() {
	case operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot, operators.Conditional, operators.Equals, operators.NotEquals:
		visit(celtext.Of(e))
		for _, a := range c.Args() {
			joints(a, visit)
		}
	}
}
