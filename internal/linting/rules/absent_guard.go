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
	"github.com/crdtool/crdtool/schema"
)

// guardedRule is a CEL rule that tests fields before it reads them. Tried on sample values,
// it gave the verdict of the rule wherever that has one, and no error for absent fields.
type guardedRule struct {
	text string
	// accepts and refuses say what it does with all values for which the rule ended in an
	// error.
	accepts, refuses bool
	// forbids says that no sample with the field passed: requiring the field is no fix.
	forbids bool
}

// celOutcome is what a CEL rule comes to for a value.
type celOutcome uint8

const (
	celTrue celOutcome = iota
	celFalse
	celAbsent // an error about an absent field
	celError
)

// trial is a sample, what the rule says of it, and what it says with the absent fields empty.
type trial struct {
	self, old         any
	outcome, ifFilled celOutcome
}

// absentGuard finds a guarded rule for the absent fields that a rule reads.
type absentGuard struct {
	of     []celfacts.AbsentRead
	v      *Version
	rule   *celcost.Expression
	node   *schema.Node
	run    evaluation
	trials []trial
}

// guardedRule returns a guarded form of the rule that reads absent fields; nil if none was
// found that keeps its verdicts.
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
			fallback = r // as the error does
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

// fits reports whether a guarded rule does with absent fields what the rule was written for.
func (g *absentGuard) fits(r *guardedRule) bool {
	if g.comparesOld() {
		return true // the first candidate refuses to add or remove the field, as the rule does
	}
	if g.of[0].IsWanted() || g.of[0].Unwanted() && g.refusesEmpty() {
		return r.refuses
	}
	return g.of[0].Unwanted() && r.accepts || g.of[0].Sometimes() && g.sameAsEmpty(r)
}

// refusesEmpty reports whether the rule refuses all samples in which absent fields are empty.
func (g *absentGuard) refusesEmpty() bool {
	return !slices.ContainsFunc(g.trials, func(t trial) bool { return t.outcome == celAbsent && t.ifFilled != celFalse })
}

// sameAsEmpty reports whether a guarded rule does with absent fields what the rule does with
// empty ones.
func (g *absentGuard) sameAsEmpty(r *guardedRule) bool {
	program := g.program(r.text)
	return !slices.ContainsFunc(g.trials, func(t trial) bool {
		return t.outcome == celAbsent && t.ifFilled <= celFalse && g.outcome(program, t.self, t.old) != t.ifFilled
	})
}

// forbids reports whether no sample with the first field, not empty, passes.
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

// try makes the samples. It reports whether there are some with a verdict and some that end in
// an error about an absent field.
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
		if n == nil || n.Role != schema.RoleProperty {
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

// check tries a guarded rule; nil if it does not compile, has another verdict than the rule, or
// reads absent fields still.
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

// program returns the program of a text in the place of the rule; nil if it does not compile.
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

// presenceForNull returns the rule with has(field) instead of each comparison of an optional field with
// null, or "" without such a comparison. Its author asks whether the field is set.
func (g *absentGuard) presenceForNull() string {
	text := g.rule.Text
	for _, r := range g.of {
		field := celtext.Of(r.At)
		present, absent := testOf(r.At, r.Place.Name)
		if n := r.Place.Node; n == nil || n.Nullable {
			return "" // it may be there and null
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

// comparesOld reports whether the rule always reads one field of both the new and the old value.
func (g *absentGuard) comparesOld() bool {
	text := celtext.Of(g.of[0].At)
	field, ok := strings.CutPrefix(text, "self.")
	if !ok {
		field, ok = strings.CutPrefix(text, "oldSelf.")
	}
	return ok && len(g.of) == 1 && g.of[0].Always && g.rule.UsesOldSelf() && strings.Contains(g.rule.Text, "oldSelf."+field)
}

// candidates are guarded forms of the rule, those first that guard the smallest parts.
func (g *absentGuard) candidates() []string {
	root := celsyntax.Parse(g.rule.Text)
	if root == nil {
		return nil
	}
	var ways [][]operand // of the reads, the innermost operand first
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

// operand is a part of the rule that is true or false, and the expression around it.
type operand struct {
	*celsyntax.Expr
	text   string
	around celsyntax.Kind
}

// operandsAt returns the operands around a byte of the text, the innermost first and the whole
// expression last.
func operandsAt(root *celsyntax.Expr, at int) []operand {
	way := []operand{{Expr: root, around: celsyntax.Group}}
	for e := root; e != nil; {
		i := slices.IndexFunc(e.Parts, func(p *celsyntax.Expr) bool { return p.Start <= at && at < p.End })
		if i < 0 {
			break
		}
		switch part := e.Parts[i]; e.Kind {
		case celsyntax.Or, celsyntax.And, celsyntax.Choice, celsyntax.Group: // not Not, which reads worse
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

// guardAt guards each read at an operand of a level around it.
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
			return "" // one lies in the other, which a further level has
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

// absentOr is the guard that accepts values without the fields.
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

// presentAnd is the guard that refuses values without the fields.
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

// unchangedOr is the guard for a field that an update compares with its old value: as the rule
// does, it refuses to add or remove the field.
func (g *absentGuard) unchangedOr(o operand, of []celfacts.AbsentRead) string {
	if !g.comparesOld() {
		return ""
	}
	present, absent := testOf(of[0].At, of[0].Place.Name)
	return present + " == has(" + g.otherSide(of[0]) + ") && (" + absent + " || " + o.inParentheses(celsyntax.And, celsyntax.Choice) + ")"
}

// otherSide is what reads the field of the old value, or of the new one if that reads the old.
func (g *absentGuard) otherSide(r celfacts.AbsentRead) string {
	text := celtext.Of(r.At)
	if field, ok := strings.CutPrefix(text, "oldSelf."); ok {
		return "self." + field
	}
	return "oldSelf." + strings.TrimPrefix(text, "self.")
}

// inParentheses returns the text of the operand, in parentheses if it is of one of some kinds.
func (o operand) inParentheses(kinds ...celsyntax.Kind) string {
	if slices.Contains(kinds, o.Kind) {
		return "(" + o.text + ")"
	}
	return o.text
}
