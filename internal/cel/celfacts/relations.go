package celfacts

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celtext"
)

// operands are the expressions in a part: both sides of x == y, a test for a field, or another expression as a whole.
type operands struct{ left, right, has, whole ast.Expr }

// relations are restrictions of the values that parts have together.
type relations struct {
	// implies holds pairs of parts: if the first is true, the second is.
	implies [][2]int
	// unchanged is the part self == oldSelf, or -1. If it is true, the parts of each pair in equal have the same value,
	// and those in reflexive are not false.
	unchanged int
	equal     [][2]int
	reflexive []int
	// reads holds for each part the places whose absence is its only cause of errors; nil if it may have others.
	reads [][]string
	// tests maps a place to the parts that test a field of it, fields maps a place to the parts that test it.
	tests, fields map[string][]int
}

// relate sets the relations of the parts.
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

// substitute relates parts about the old object to parts about the new one, for the case that nothing has changed. It
// skips places in lists, as the order of a set or a map may have changed.
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

// asNew returns the text of an old object's place in the new object, or the unchanged text of another expression.
func asNew(e ast.Expr) string {
	if variableOf(e) != "oldSelf" {
		return celtext.Of(e)
	}
	return "self" + strings.TrimPrefix(celtext.Of(e), "oldSelf")
}

// variableOf returns the variable of a place; "" for another expression.
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

// placeText returns the text of a variable or of a field of one.
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

// readOf returns the places whose absence is the only cause of errors of an expression; false if it may have others.
func readOf(e ast.Expr) ([]string, bool) {
	if e.Kind() == ast.LiteralKind {
		return []string{}, true
	}
	place, ok := placeText(e)
	return []string{place}, ok
}

// comprehensions relates comprehensions over the same items.
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

// related reports whether the values of the parts satisfy all relations.
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
		if reads != nil && p.values[j] == errs && !slices.ContainsFunc(reads, func(place string) bool { return !p.isPresent(place) }) {
			return false
		}
	}
	return true
}

// isPresent reports whether a place certainly has a value: a test of it is true, or a test of a field in it is no
// error.
func (p *parts) isPresent(place string) bool {
	if !strings.Contains(place, ".") {
		return true
	}
	return slices.ContainsFunc(p.fields[place], func(j int) bool { return p.values[j] == holds }) ||
		slices.ContainsFunc(p.tests[place], func(j int) bool { return p.values[j] != errs })
}

// counted returns the formula of a comparison of a literal with the number of conditions that hold; nil for another
// call.
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

// existsOne returns the formula of [a, b].exists_one(x, x); nil for another comprehension.
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

// count returns the formula that is true if the number of conditions that hold is wanted.
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

// conditionsOf returns the conditions that an expression counts, as in [a, b].filter(x, x == true).size() and (a ? 1 :
// 0) + (b ? 1 : 0); nil for another expression.
func conditionsOf(e ast.Expr) []ast.Expr {
	var all []ast.Expr
	if !addConditions(e, &all) {
		return nil
	}
	return all
}

// addConditions adds the conditions that an expression counts, and reports whether it counts any.
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

// filtered returns the conditions in a list that is filtered by them; nil for another expression.
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

// comparesWithTrue reports whether an expression compares a variable with true.
func comparesWithTrue(e ast.Expr, variable string) bool {
	if e.Kind() != ast.CallKind || e.AsCall().FunctionName() != operators.Equals {
		return false
	}
	isTrue := func(e ast.Expr) bool { return e.Kind() == ast.LiteralKind && e.AsLiteral() == types.True }
	args := e.AsCall().Args()
	return isVariable(args[0], variable) && isTrue(args[1]) || isTrue(args[0]) && isVariable(args[1], variable)
}

// commonParts returns the texts of the operands that two expressions have in common, without the expressions
// themselves, longest first.
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

// joints visits the operators of an expression and their operands with operators.
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
