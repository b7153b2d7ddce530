package rules

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"

	"github.com/crdtool/crdtool/celcost"
)

// outcome is what an expression comes to.
type outcome uint8

const (
	unknown outcome = iota
	isTrue
	isFalse
	// noSuchKey: it reads the field that is supposed to be absent.
	noSuchKey
	// otherError: it reads another field that the supposition leaves out.
	otherError
)

func (o outcome) failed() bool { return o >= noSuchKey }

func truth(b bool) outcome {
	if b {
		return isTrue
	}
	return isFalse
}

// supposed is what a part of an expression comes to under a supposition.
type supposed struct {
	outcome
	// text names the value: two with the same text are equal.
	text string
	// place is where the value stands; nil for what is computed.
	place *celPlace
	// optional is the place that an optional value is of.
	optional *celPlace
	literal  bool
	// number is the value of a literal that is one.
	number *float64
	// sizeOf is the place of the value whose size this is.
	sizeOf *celPlace
	// item is an item of the list, if the list is made from one that has a place.
	item *supposed
	// filled says whether the list has items.
	filled outcome
}

// supposition evaluates expressions while a field is absent, of every
// combination of what else they ask: whether other fields are there, how values
// compare. The same question has the same answer wherever it is asked.
//
// Lists have one item or none, which loses some combinations: so true may be
// missed, and errors, but no error is made up.
type supposition struct {
	version *Version
	current *celcost.Expression
	tree    *ast.AST
	// optionalOld is set if oldSelf is an optional value.
	optionalOld bool
	base        *celPlace // self
	old         *celPlace // oldSelf
	vars        map[string]supposed
	// absent is the place of the field that is absent.
	absent string

	// collect is told of every field that is read; everything is evaluated then.
	collect func(p *celPlace, at ast.Expr)

	// compare is told of every value that is compared for equality, and with what.
	compare func(v supposed, with ast.Expr)

	// rough leaves every question open, so that one evaluation tells what may
	// fail: what has not failed then does not for any answers.
	rough bool

	answers map[string]bool
	equals  map[string]equality
	trail   []answer
	step    int
	tooMany bool
}

// answer is one question on the way with the answer that is tried.
type answer struct {
	yes, last bool
}

// equality is what is known of a value that is compared with literals.
type equality struct {
	is   string
	nots int
}

const (
	mostQuestions = 40
	mostRuns      = 400
)

func newSupposition(v *Version, e *celcost.Expression) *supposition {
	s := &supposition{version: v}
	s.use(e)
	return s
}

// use makes an expression the one that is evaluated.
func (s *supposition) use(e *celcost.Expression) {
	if s.current == e {
		return
	}
	s.current = e
	s.tree = e.AST()
	n := &s.version.Tree.Nodes[e.Node]
	at := s.version.FieldPath(n)
	s.base = &celPlace{text: "self." + at, node: n, sure: true}
	s.old = &celPlace{text: "oldSelf." + at, node: n, sure: true}
	s.optionalOld = s.version.optionalOld(e)
	s.vars = map[string]supposed{}
}

// each calls run under all combinations of answers. It returns false if they are
// too many, or if run does.
func (s *supposition) each(run func() bool) bool {
	s.trail = s.trail[:0]
	for range mostRuns {
		s.answers, s.equals, s.step, s.tooMany = map[string]bool{}, map[string]equality{}, 0, false
		if !run() || s.tooMany {
			return false
		}
		for len(s.trail) > 0 && s.trail[len(s.trail)-1].last {
			s.trail = s.trail[:len(s.trail)-1]
		}
		if len(s.trail) == 0 {
			return true
		}
		s.trail[len(s.trail)-1] = answer{yes: true, last: true}
	}
	return false
}

// ask answers a question.
func (s *supposition) ask(question string) bool {
	if s.collect != nil {
		return true
	}
	if yes, ok := s.answers[question]; ok {
		return yes
	}
	if s.step == mostQuestions {
		s.tooMany = true
		return false
	}
	if s.step == len(s.trail) {
		s.trail = append(s.trail, answer{})
	}
	yes := s.trail[s.step].yes
	s.step++
	s.answers[question] = yes
	return yes
}

// equal answers whether a value is a literal. A value is one literal at most,
// and one of its enum.
func (s *supposition) equal(v supposed, literal string) outcome {
	if s.rough {
		return unknown
	}
	return truth(s.isEqual(v, literal))
}

func (s *supposition) isEqual(v supposed, literal string) bool {
	if s.collect != nil {
		return true
	}
	question := v.text + " == " + literal
	if yes, ok := s.answers[question]; ok {
		return yes
	}
	known := s.equals[v.text]
	yes := false
	if known.is == "" {
		enum := 0
		if v.place != nil && v.place.node != nil {
			enum = len(v.place.node.Enum)
		}
		switch {
		case enum > 0 && !inEnum(v.place.node, literal):
		case enum > 0 && known.nots == enum-1 && !v.place.node.Nullable:
			yes = true
		default:
			yes = s.ask(question)
		}
		if enum == 0 || inEnum(v.place.node, literal) {
			known.nots++
		}
		if yes {
			known.is = literal
		}
		s.equals[v.text] = known
	}
	s.answers[question] = yes
	return yes
}

// present answers whether a field is there; what is above it is.
func (s *supposition) present(p *celPlace) outcome {
	switch {
	case p.sure:
		return isTrue
	case p.text == s.absent:
		return isFalse
	case liesBelow(s.absent, p.text):
		return isTrue
	case s.rough:
		return unknown
	}
	return truth(s.ask("has " + p.text))
}

// presentAll answers whether all of an optional chain is there.
func (s *supposition) presentAll(p *celPlace) outcome {
	if p == nil {
		return isTrue
	}
	above := s.presentAll(p.above)
	if above == isFalse {
		return isFalse
	}
	if o := s.present(p); o != isTrue {
		return o
	}
	return above
}

func (s *supposition) read(p *celPlace, at ast.Expr) supposed {
	if s.collect != nil && !p.sure {
		s.collect(p, at)
	}
	if s.present(p) != isFalse {
		return supposed{text: p.text, place: p}
	}
	if p.text == s.absent {
		return supposed{outcome: noSuchKey}
	}
	return supposed{outcome: otherError}
}

// decide makes a boolean value true or false.
func (s *supposition) decide(v supposed) outcome {
	if v.outcome != unknown || s.rough {
		return v.outcome
	}
	return truth(s.ask(v.text))
}

// strict is the value of a function that fails if any argument does.
func strict(name string, args ...supposed) supposed {
	var b strings.Builder
	b.WriteString(name)
	for i := range args {
		if args[i].failed() {
			return worst(args)
		}
		b.WriteString("(" + args[i].text + ")")
	}
	return supposed{text: b.String()}
}

// worst is the failure among arguments that counts: which of two the server
// names is not certain.
func worst(args []supposed) supposed {
	o := noSuchKey
	for i := range args {
		if args[i].outcome == otherError {
			o = otherError
		}
	}
	return supposed{outcome: o}
}

func (s *supposition) eval(e ast.Expr) supposed {
	switch e.Kind() {
	case ast.LiteralKind:
		v := supposed{text: literalText(e.AsLiteral()), literal: true, number: numberOf(e)}
		if b, ok := e.AsLiteral().(types.Bool); ok {
			v.outcome = truth(bool(b))
		}
		return v
	case ast.IdentKind:
		return s.variable(e.AsIdent())
	case ast.SelectKind:
		return s.selection(e)
	case ast.CallKind:
		return s.call(e)
	case ast.ListKind:
		return s.list(e)
	case ast.MapKind:
		args := []supposed{}
		for _, entry := range e.AsMap().Entries() {
			args = append(args, s.eval(entry.AsMapEntry().Key()), s.eval(entry.AsMapEntry().Value()))
		}
		return strict("map", args...)
	case ast.ComprehensionKind:
		return s.comprehension(e.AsComprehension())
	}
	return supposed{text: celText(e)}
}

func (s *supposition) variable(name string) supposed {
	if v, ok := s.vars[name]; ok {
		return v
	}
	switch {
	case name == "self":
		return supposed{text: s.base.text, place: s.base}
	case name == "oldSelf" && s.optionalOld:
		p := *s.old
		p.sure = false
		return supposed{text: "optional oldSelf", optional: &p}
	case name == "oldSelf":
		return supposed{text: s.old.text, place: s.old}
	}
	return supposed{text: name}
}

func (s *supposition) selection(e ast.Expr) supposed {
	sel := e.AsSelect()
	v := s.eval(sel.Operand())
	switch {
	case v.failed():
		return v
	case v.optional != nil:
		p := s.version.fieldAt(v.optional, sel.FieldName())
		if sel.IsTestOnly() {
			return supposed{outcome: s.presentAll(p), text: "has " + p.text}
		}
		return supposed{text: "optional " + p.text, optional: p}
	case v.place != nil && sel.IsTestOnly():
		p := s.version.fieldAt(v.place, sel.FieldName())
		return supposed{outcome: s.present(p), text: "has " + p.text}
	case v.place != nil:
		return s.read(s.version.fieldAt(v.place, sel.FieldName()), e)
	case sel.IsTestOnly():
		return supposed{text: "has " + v.text + "." + sel.FieldName()}
	}
	return supposed{text: v.text + "." + sel.FieldName()}
}

func (s *supposition) list(e ast.Expr) supposed {
	all := e.AsList().Elements()
	args := make([]supposed, len(all))
	for i := range all {
		args[i] = s.eval(all[i])
	}
	v := strict("list", args...)
	v.filled = truth(len(all) > 0)
	if len(e.AsList().OptionalIndices()) > 0 {
		v.filled = unknown
	}
	return v
}

func (s *supposition) call(e ast.Expr) supposed {
	c := e.AsCall()
	args := c.Args()
	switch name := c.FunctionName(); {
	case name == operators.LogicalAnd:
		return supposed{outcome: s.junction(args, isFalse), text: celText(e)}
	case name == operators.LogicalOr:
		return supposed{outcome: s.junction(args, isTrue), text: celText(e)}
	case name == operators.Conditional && len(args) == 3:
		return s.conditional(args)
	case name == operators.LogicalNot && len(args) == 1:
		v := s.eval(args[0])
		return supposed{outcome: s.not(v), text: "!" + v.text}
	case name == operators.Equals && len(args) == 2:
		return s.equation(args)
	case name == operators.NotEquals && len(args) == 2:
		v := s.equation(args)
		return supposed{outcome: s.not(v), text: "!" + v.text}
	case (name == operators.In || name == operators.OldIn) && len(args) == 2:
		return s.membership(args)
	case name == operators.Index && len(args) == 2:
		return s.index(e, args)
	case name == operators.OptSelect && len(args) == 2 && args[1].Kind() == ast.LiteralKind:
		return s.optionalField(args)
	case c.IsMemberFunction():
		return s.member(c)
	}
	all := make([]supposed, len(args))
	for i := range args {
		all[i] = s.eval(args[i])
	}
	v := strict(c.FunctionName(), all...)
	switch c.FunctionName() {
	case "dyn":
		if len(all) == 1 {
			return all[0]
		}
	case "size":
		if len(all) == 1 {
			v.sizeOf = all[0].place
		}
	case operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals:
		if len(all) == 2 && !v.failed() {
			v.outcome = ordered(c.FunctionName(), all[0], all[1])
		}
	}
	return v
}

func (s *supposition) not(v supposed) outcome {
	switch o := s.decide(v); o {
	case isTrue:
		return isFalse
	case isFalse:
		return isTrue
	default:
		return o
	}
}

// junction is && or ||: a part that decides does so beside failures.
func (s *supposition) junction(args []ast.Expr, decides outcome) outcome {
	failures := []supposed{}
	open := false
	for _, a := range args {
		o := s.decide(s.eval(a))
		if o == decides && s.collect == nil {
			return o
		}
		if o.failed() {
			failures = append(failures, supposed{outcome: o})
		}
		open = open || o == unknown
	}
	switch {
	case len(failures) > 0:
		return worst(failures).outcome
	case open:
		return unknown
	case decides == isTrue:
		return isFalse
	}
	return isTrue
}

func (s *supposition) conditional(args []ast.Expr) supposed {
	if s.collect != nil {
		v := supposed{}
		for _, a := range args {
			v = s.eval(a)
		}
		return v
	}
	switch o := s.decide(s.eval(args[0])); o {
	case isTrue:
		return s.eval(args[1])
	case isFalse:
		return s.eval(args[2])
	case unknown:
		a, b := s.eval(args[1]), s.eval(args[2])
		switch {
		case a.failed():
			return a
		case b.failed(), a.outcome == b.outcome && a.outcome != unknown:
			return b
		}
		return supposed{text: "either"}
	default:
		return supposed{outcome: o}
	}
}

func (s *supposition) isBool(e ast.Expr) bool {
	t := s.tree.GetType(e.ID())
	return t != nil && t.Kind() == types.BoolKind
}

func (s *supposition) equation(args []ast.Expr) supposed {
	a, b := s.eval(args[0]), s.eval(args[1])
	v := strict("==", a, b)
	if s.compare != nil {
		s.compare(a, args[1])
		s.compare(b, args[0])
	}
	switch {
	case v.failed():
		return v
	case s.isBool(args[0]) && s.isBool(args[1]):
		x, y := s.decide(a), s.decide(b)
		if x != unknown && y != unknown {
			v.outcome = truth(x == y)
		}
		return v
	case a.text == b.text:
		v.outcome = isTrue
	case ordered(operators.Equals, a, b) == isFalse:
		v.outcome = isFalse
	case a.literal && b.literal:
		// numbers of two types may be equal
	case b.literal:
		v.outcome = s.equal(a, b.text)
	case a.literal:
		v.outcome = s.equal(b, a.text)
	case a.text > b.text:
		v = strict("==", b, a)
	}
	return v
}

func (s *supposition) membership(args []ast.Expr) supposed {
	a, b := s.eval(args[0]), s.eval(args[1])
	v := strict("in", a, b)
	if v.failed() {
		return v
	}
	if key, ok := stringLiteral(args[0]); ok && b.place != nil && b.place.node != nil && b.place.node.AdditionalProperties != nil {
		v.outcome = s.present(s.version.fieldAt(b.place, key))
		return v
	}
	if args[1].Kind() != ast.ListKind {
		return v
	}
	for _, e := range args[1].AsList().Elements() {
		if e.Kind() != ast.LiteralKind {
			return v
		}
	}
	v.outcome = isFalse
	for _, e := range args[1].AsList().Elements() {
		if s.compare != nil {
			s.compare(a, e)
		}
		if o := s.equal(a, literalText(e.AsLiteral())); o != isFalse && v.outcome != isTrue {
			v.outcome = o
		}
	}
	return v
}

func stringLiteral(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	text, ok := e.AsLiteral().(types.String)
	return string(text), ok
}

// index reads an item of a list, which is taken to be there, or a value of a
// map.
func (s *supposition) index(e ast.Expr, args []ast.Expr) supposed {
	a, b := s.eval(args[0]), s.eval(args[1])
	v := strict("[]", a, b)
	switch {
	case v.failed() || a.place == nil:
		return v
	case a.place.node != nil && a.place.node.AdditionalProperties != nil:
		if key, ok := stringLiteral(args[1]); ok {
			return s.read(s.version.fieldAt(a.place, key), e)
		}
	}
	p := s.version.itemAt(a.place, b.text)
	return supposed{text: p.text, place: p}
}

func (s *supposition) optionalField(args []ast.Expr) supposed {
	v := s.eval(args[0])
	name, _ := stringLiteral(args[1])
	switch {
	case v.failed():
		return v
	case v.optional != nil:
		v.place = v.optional
	}
	if v.place == nil {
		return supposed{text: v.text + ".?" + name}
	}
	p := s.version.fieldAt(v.place, name)
	return supposed{text: "optional " + p.text, optional: p}
}

// member is a call of a method, of which those of optional values are known.
func (s *supposition) member(c ast.CallExpr) supposed {
	target := s.eval(c.Target())
	args := []supposed{target}
	if target.optional != nil && !target.failed() {
		p := target.optional
		switch c.FunctionName() {
		case "hasValue":
			return supposed{outcome: s.presentAll(p), text: "has " + p.text}
		case "value":
			if s.presentAll(p) == isFalse {
				return supposed{outcome: otherError}
			}
			return supposed{text: p.text, place: p}
		case "orValue":
			if len(c.Args()) != 1 {
				break
			}
			there := s.presentAll(p)
			if there == isTrue && s.collect == nil {
				return supposed{text: p.text, place: p}
			}
			other := s.eval(c.Args()[0])
			switch {
			case there == isFalse || other.failed():
				return other
			case there == unknown:
				return supposed{text: "either"}
			}
			return supposed{text: p.text, place: p}
		}
	}
	for _, a := range c.Args() {
		args = append(args, s.eval(a))
	}
	v := strict(c.FunctionName(), args...)
	if c.FunctionName() == "size" {
		v.sizeOf = target.place
	}
	return v
}
