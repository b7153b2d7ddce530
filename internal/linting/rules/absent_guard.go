package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celfacts"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/cel/celrun"
	"github.com/crdtool/crdtool/internal/cel/celsyntax"
	"github.com/crdtool/crdtool/internal/cel/celtext"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
)

// guardedRule is a CEL rule that tests fields before it reads them. On sample values it has the verdict of the
// original rule wherever that has one, and no error about absent fields.
type guardedRule struct {
	text string
	// accepts and refuses are set if it does so for all samples for which the original ends in an error.
	accepts, refuses bool
	// forbids is set if no sample with the field passes: requiring the field is no fix.
	forbids bool
}

// celOutcome is the result of a CEL rule for a value.
type celOutcome uint8

const (
	celTrue celOutcome = iota
	celFalse
	celAbsent // an error about an absent field
	celError
)

// trial is a sample with the outcomes of the original rule, without and with empty values in absent fields.
type trial struct {
	self, old         any
	outcome, ifFilled celOutcome
}

// absentGuard searches for a guarded rule for the absent fields that a rule reads.
type absentGuard struct {
	of     []celfacts.AbsentRead
	v      *Version
	rule   *celcost.Expression
	node   *schematree.Node
	run    evaluation
	trials []trial
}

// guardedRule returns a guarded form of a rule that reads absent fields, or nil if none keeps its verdicts.
func (p *Pass) guardedRule(v *Version, of []celfacts.AbsentRead) *guardedRule {
	e := of[0].Expression
	n := &v.Tree.Nodes[e.Node]
	if e.Message || optionalOldSelf(n, e) {
		return nil
	}
	g := &absentGuard{of: of, v: v, rule: e, node: n, run: evaluation{e, viewOf(n)}}
	original := g.program(e.Text)
	if original == nil || !g.try(original) {
		return nil
	}
	for _, text := range []string{g.presenceForNull(), g.absentCountsZero()} {
		if text == "" {
			continue
		}
		if r := g.check(text); r != nil {
			return g.finish(r, original)
		}
	}
	var fallback *guardedRule
	for _, text := range g.candidates() {
		r := g.check(text)
		if r == nil {
			continue
		}
		if g.fits(r) {
			return g.finish(r, original)
		}
		if fallback == nil && of[0].Sometimes() && r.refuses {
			fallback = r // the error refuses such values too
		}
	}
	return g.finish(fallback, original)
}

func (g *absentGuard) finish(r *guardedRule, original *celrule.Program) *guardedRule {
	if r != nil {
		r.forbids = g.forbids(original)
	}
	return r
}

// fits reports whether a guarded rule treats absent fields as the author intended.
func (g *absentGuard) fits(r *guardedRule) bool {
	if g.comparesOld() {
		return true // like the rule, the first candidate refuses to add or remove the field
	}
	if g.of[0].IsWanted() || g.of[0].Unwanted() && g.refusesEmpty() {
		return r.refuses
	}
	return g.of[0].Unwanted() && r.accepts || g.of[0].Sometimes() && g.sameAsEmpty(r)
}

// refusesEmpty reports whether the rule refuses all samples with empty values in the absent fields.
func (g *absentGuard) refusesEmpty() bool {
	return !slices.ContainsFunc(g.trials, func(t trial) bool { return t.outcome == celAbsent && t.ifFilled != celFalse })
}

// sameAsEmpty reports whether a guarded rule treats absent fields as the rule treats empty ones.
func (g *absentGuard) sameAsEmpty(r *guardedRule) bool {
	program := g.program(r.text)
	return !slices.ContainsFunc(g.trials, func(t trial) bool {
		return t.outcome == celAbsent && t.ifFilled <= celFalse && g.outcome(program, t.self, t.old) != t.ifFilled
	})
}

// forbids reports whether the rule refuses every sample in which the first field is present and not empty.
func (g *absentGuard) forbids(original *celrule.Program) bool {
	s := newSampler(g.v, g.rule)
	s.present = g.of[0].Place.Node
	if s.present == nil {
		return false
	}
	for range samplesOfRule {
		var old any
		if g.rule.UsesOldSelf() {
			old = s.sample(g.node)
		}
		if g.outcome(original, s.sample(g.node), old) == celTrue {
			return false
		}
	}
	return true
}

// try makes the samples. It reports whether the rule has a verdict for some, and an error about an absent field
// for others.
func (g *absentGuard) try(original *celrule.Program) bool {
	s := newSampler(g.v, g.rule)
	var count [celError + 1]int
	for range samplesOfRule {
		t := trial{self: s.sample(g.node), ifFilled: celError}
		if g.rule.UsesOldSelf() {
			t.old = s.sample(g.node)
		}
		if t.outcome = g.outcome(original, t.self, t.old); t.outcome == celAbsent {
			t.ifFilled = g.outcomeIfFilled(original, t)
		}
		count[t.outcome]++
		g.trials = append(g.trials, t)
	}
	return count[celTrue]+count[celFalse] > 0 && count[celAbsent] > 0
}

func (g *absentGuard) outcomeIfFilled(original *celrule.Program, t trial) celOutcome {
	for _, r := range g.of {
		n := r.Place.Node
		if n == nil || n.Role != schematree.RoleProperty {
			return celError
		}
		if strings.HasPrefix(celtext.Of(r.At), "oldSelf.") {
			t.old = withEmpty(g.v.Tree, g.node, t.old, n)
		} else {
			t.self = withEmpty(g.v.Tree, g.node, t.self, n)
		}
	}
	return g.outcome(original, t.self, t.old)
}

// check tries a guarded rule on the samples. It returns nil if the rule does not compile, changes a verdict, or
// still reads absent fields.
func (g *absentGuard) check(text string) *guardedRule {
	program := g.program(text)
	if program == nil {
		return nil
	}
	r := &guardedRule{text: text, accepts: true, refuses: true}
	for _, t := range g.trials {
		switch got := g.outcome(program, t.self, t.old); {
		case t.outcome == celAbsent && got > celFalse, t.outcome <= celFalse && got != t.outcome:
			return nil
		case t.outcome == celAbsent:
			r.accepts, r.refuses = r.accepts && got == celTrue, r.refuses && got == celFalse
		}
	}
	return r
}

// program compiles a text in place of the rule. It returns nil if that fails.
func (g *absentGuard) program(text string) *celrule.Program {
	x := g.rule.Compile(text)
	if x.Error != nil {
		return nil
	}
	p, err := celrun.Program(x, g.v.Server.CEL.Evaluator)
	if err != nil {
		return nil
	}
	return p
}

func (g *absentGuard) outcome(p *celrule.Program, self, old any) celOutcome {
	result, err := g.run.of(p, self, old)
	switch {
	case err == nil && result == types.True:
		return celTrue
	case err == nil && result == types.False:
		return celFalse
	case err != nil && slices.ContainsFunc(g.of, func(r celfacts.AbsentRead) bool {
		return strings.HasSuffix(err.Error(), "no such key: "+r.Place.Name)
	}):
		return celAbsent
	}
	return celError
}

// presenceForNull replaces comparisons of optional fields with null by has(field), since the author asks
// whether the field is set. It returns "" if there is no such comparison.
func (g *absentGuard) presenceForNull() string {
	text := g.rule.Text
	for _, r := range g.of {
		field := celtext.Of(r.At)
		present, absent := testOf(r.At, r.Place.Name)
		if n := r.Place.Node; n == nil || n.Nullable {
			return "" // a present field may be null
		}
		quoted := regexp.QuoteMeta(field)
		compared := regexp.MustCompile(`\b` + quoted + `\s*(!=|==)\s*null\b|\bnull\s*(!=|==)\s*` + quoted + `\b`)
		text = compared.ReplaceAllStringFunc(text, func(comparison string) string {
			if strings.Contains(comparison, "!=") {
				return present
			}
			return absent
		})
	}
	if text == g.rule.Text {
		return ""
	}
	return text
}

// comparesOld reports whether the rule always reads the same field of the old and the new value.
func (g *absentGuard) comparesOld() bool {
	text := celtext.Of(g.of[0].At)
	field, ok := strings.CutPrefix(text, "self.")
	if !ok {
		field, ok = strings.CutPrefix(text, "oldSelf.")
	}
	return ok && len(g.of) == 1 && g.of[0].Always && g.rule.UsesOldSelf() && strings.Contains(g.rule.Text, "oldSelf."+field)
}

// candidates returns guarded forms of the rule. Those that guard the smallest parts come first.
func (g *absentGuard) candidates() []string {
	root := celsyntax.Parse(g.rule.Text)
	if root == nil {
		return nil
	}
	var ways [][]operand // operands around each read, the innermost first
	deepest := 0
	for _, r := range g.of {
		way := operandsAt(root, g.rule.Offset(r.At.ID()))
		ways, deepest = append(ways, way), max(deepest, len(way))
	}
	var texts []string
	for level := range deepest {
		for _, join := range []func(operand, []celfacts.AbsentRead) string{g.unchangedOr, g.absentOr, g.presentAnd} {
			if text := g.guardAt(ways, level, join); text != "" && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// operand is a boolean part of the rule, with the kind of the enclosing expression.
type operand struct {
	*celsyntax.Expr
	text   string
	around celsyntax.Kind
}

// operandsAt returns the operands around a byte of the text, from the innermost to the whole expression.
func operandsAt(root *celsyntax.Expr, at int) []operand {
	way := []operand{{Expr: root, around: celsyntax.Group}}
	for e := root; e != nil; {
		i := slices.IndexFunc(e.Parts, func(p *celsyntax.Expr) bool { return p.Start <= at && at < p.End })
		if i < 0 {
			break
		}
		switch part := e.Parts[i]; e.Kind {
		case celsyntax.Or, celsyntax.And, celsyntax.Choice, celsyntax.Group: // a guard inside of Not is hard to read
			way = append(way, operand{Expr: part, around: e.Kind})
		case celsyntax.Call:
			if e.Member && i == len(e.Parts)-1 && i > 0 { // the predicate of a macro, perhaps
				way = append(way, operand{Expr: part, around: celsyntax.Group})
			}
		}
		e = e.Parts[i]
	}
	slices.Reverse(way)
	return way
}

// guardAt guards each read at its operand of a level.
func (g *absentGuard) guardAt(ways [][]operand, level int, guard func(operand, []celfacts.AbsentRead) string) string {
	type guarded struct {
		operand
		reads []celfacts.AbsentRead
	}
	var parts []guarded
	for i, way := range ways {
		o := way[min(level, len(way)-1)]
		k := slices.IndexFunc(parts, func(p guarded) bool { return p.Start < o.End && o.Start < p.End })
		switch {
		case k < 0:
			parts = append(parts, guarded{o, []celfacts.AbsentRead{g.of[i]}})
		case parts[k].Span == o.Span:
			parts[k].reads = append(parts[k].reads, g.of[i])
		default:
			return "" // one contains the other: a later level has both
		}
	}
	slices.SortFunc(parts, func(a, b guarded) int { return cmp.Compare(b.Start, a.Start) })
	text := g.rule.Text
	for _, p := range parts {
		p.text = g.rule.Text[p.Start:p.End]
		with := guard(p.operand, p.reads)
		if with == "" {
			return ""
		}
		text = text[:p.Start] + with + text[p.End:]
	}
	return text
}

// absentOr returns the operand with a guard that accepts values without the fields.
func (g *absentGuard) absentOr(o operand, of []celfacts.AbsentRead) string {
	var tests []string
	for _, r := range of {
		_, absent := testOf(r.At, r.Place.Name)
		tests = append(tests, absent)
		if g.comparesOld() {
			tests = append(tests, "!has("+g.otherSide(r)+")")
		}
	}
	text := strings.Join(tests, " || ") + " || " + o.inParentheses(celsyntax.And, celsyntax.Choice)
	if o.around == celsyntax.And {
		return "(" + text + ")"
	}
	return text
}

// presentAnd returns the operand with a guard that refuses values without the fields.
func (g *absentGuard) presentAnd(o operand, of []celfacts.AbsentRead) string {
	var tests []string
	for _, r := range of {
		present, _ := testOf(r.At, r.Place.Name)
		tests = append(tests, present)
		if g.comparesOld() {
			tests = append(tests, "has("+g.otherSide(r)+")")
		}
	}
	return strings.Join(tests, " && ") + " && " + o.inParentheses(celsyntax.Or, celsyntax.Choice)
}

// unchangedOr returns the operand with a guard for a field that an update compares with its old value: like the
// rule, it refuses to add or remove the field.
func (g *absentGuard) unchangedOr(o operand, of []celfacts.AbsentRead) string {
	if !g.comparesOld() {
		return ""
	}
	present, absent := testOf(of[0].At, of[0].Place.Name)
	return present + " == has(" + g.otherSide(of[0]) + ") && (" + absent + " || " + o.inParentheses(celsyntax.And, celsyntax.Choice) + ")"
}

// otherSide returns the expression that reads the field of the other value: old for new, new for old.
func (g *absentGuard) otherSide(r celfacts.AbsentRead) string {
	text := celtext.Of(r.At)
	if field, ok := strings.CutPrefix(text, "oldSelf."); ok {
		return "self." + field
	}
	return "oldSelf." + strings.TrimPrefix(text, "self.")
}

// inParentheses returns the text of the operand, in parentheses if it has one of these kinds.
func (o operand) inParentheses(kinds ...celsyntax.Kind) string {
	if slices.Contains(kinds, o.Kind) {
		return "(" + o.text + ")"
	}
	return o.text
}
