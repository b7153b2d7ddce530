package hostile

import (
	"strconv"
	"strings"
)

// longestRule is how long the rules of random families get at most. A server refuses those of more
// than 100,000 characters.
const longestRule = 90_000

// longestPart is how long a part of a rule gets before nothing is added to it any more.
const longestPart = 6_000

// cel is an expression and its type.
type cel struct{ text, typ string }

// tight is an expression in brackets if it needs them to be an operand.
func (e cel) tight() string {
	if loose(e.text) {
		return "(" + e.text + ")"
	}
	return e.text
}

// take makes a step from an expression.
func (e cel) take(s step, depth int) cel {
	to, _ := s.of(e.typ)
	operand := e.text
	if strings.Contains(s.text, operandMark+".") || strings.Contains(s.text, operandMark+"[") || strings.Contains(s.text, operandMark+" ") || strings.HasSuffix(s.text, " "+operandMark) ||
		strings.HasSuffix(s.text, "!"+operandMark) || strings.HasSuffix(s.text, "-"+operandMark) {
		operand = e.tight()
	}
	text := strings.ReplaceAll(s.text, variableMark, strconv.Itoa(depth))
	return cel{strings.ReplaceAll(text, operandMark, operand), to}
}

// A place is where rules stand: what self has, by type.
type place struct {
	atoms map[string][]string
	types []string
}

func newPlace(self map[string][]string) *place {
	p := &place{atoms: map[string][]string{}}
	for t, of := range atoms {
		p.atoms[t] = append(p.atoms[t], of...)
	}
	for t, of := range self {
		for range 4 { // more often than literals
			p.atoms[t] = append(p.atoms[t], of...)
		}
	}
	p.types = atomTypes(p.atoms)
	return p
}

// growing makes expressions that repeat and nest their parts.
type growing struct {
	random
	*place
	// sameNames has the macros of a nest all call their variables the same.
	sameNames bool
}

// atom is one of any type.
func (g growing) atom() cel {
	t := g.types[g.IntN(len(g.types))]
	return cel{g.one(g.atoms[t]...), t}
}

// wrong is an atom that has errors in it, for one of a type.
func (g growing) wrong(t string) cel { return cel{g.one(wrongAtoms...), t} }

// part is what a rule repeats: an atom or a series of some in a nest of some steps. The second one
// is the same with an error in its middle.
func (g growing) part() (right, wrong cel) {
	right = g.atom()
	wrong = g.wrong(right.typ)
	if n := []int{1, 1, 1, 3, 20}[g.IntN(5)]; n > 1 {
		c := g.series(right.typ)
		right, wrong = c.of(n, right, right), c.of(n, right, wrong)
	}
	return g.nest([]int{0, 1, 3, 10, 40, 120, 230}[g.IntN(7)], right, wrong)
}

// nest takes some steps from two expressions, one to three of them in turn where they fit.
func (g growing) nest(depth int, right, wrong cel) (cel, cel) {
	favourites := make([]step, 1+g.IntN(3))
	generic := g.IntN(2) == 0
	t := right.typ
	for i := range favourites {
		var some []step
		if generic {
			some = anySteps
		} else {
			some = stepsFrom(t, "", g.IntN(3) == 0)
		}
		favourites[i] = some[g.IntN(len(some))]
		t, _ = favourites[i].of(t)
	}
	known := map[string]step{}
	for i := range depth {
		s := favourites[i%len(favourites)]
		if _, ok := s.of(right.typ); !ok {
			if s, ok = known[right.typ]; !ok {
				some := stepsFrom(right.typ, "", true)
				s = some[g.IntN(len(some))]
				known[right.typ] = s
			}
		}
		if strings.Count(s.text, operandMark) > 1 && len(right.text) > 200 {
			continue // it would double each time
		}
		number := i
		if g.sameNames {
			number = 0
		}
		right, wrong = right.take(s, number), wrong.take(s, number)
		if len(right.text) > longestPart {
			break
		}
	}
	return right, wrong
}

// toBool makes a condition of two expressions.
func (g growing) toBool(right, wrong cel) (cel, cel) {
	if right.typ == "bool" && g.IntN(4) > 0 {
		return right, wrong
	}
	some := stepsFrom(right.typ, "bool", g.IntN(3) == 0)
	s := some[g.IntN(len(some))]
	if len(right.text) > 2*longestPart { // once is enough
		for strings.Count(s.text, operandMark) > 1 {
			s = some[g.IntN(len(some))]
		}
	}
	return right.take(s, 0), wrong.take(s, 0)
}

// A series is a way to repeat an expression: a text before all, one before each, after each,
// between two, and after all.
type series struct {
	before, open, between, close, after, to string
	tight                                   bool // the parts need brackets
}

// of is a series of so many parts, of which the last may be another one.
func (c series) of(n int, part, last cel) cel {
	text := func(e cel) string {
		if c.tight {
			return c.open + e.tight() + c.close
		}
		return c.open + e.text + c.close
	}
	each := text(part)
	var b strings.Builder
	b.Grow(n*(len(each)+len(c.between)) + len(last.text) + 100)
	b.WriteString(c.before)
	for range n - 1 {
		b.WriteString(each)
		b.WriteString(c.between)
	}
	b.WriteString(text(last))
	b.WriteString(c.after)
	return cel{b.String(), c.to}
}

// series chooses a way to repeat expressions of a type.
func (g growing) series(t string) series {
	operator := func(of ...string) series { return series{between: " " + g.one(of...) + " ", to: t, tight: true} }
	if g.IntN(3) == 0 {
		switch t {
		case "bool":
			c := operator("&&", "||", "&& !", "|| false &&", "==")
			c.tight = strings.Contains(c.between, "=") || strings.Contains(c.between, "!") || g.IntN(3) == 0
			return c
		case "int":
			return operator("+", "-", "*", "/ 2 +", "% 7 -")
		case "uint", "double", "string", "bytes", "duration":
			return operator("+")
		}
		if strings.HasPrefix(t, "list(") {
			return operator("+")
		}
		if strings.HasPrefix(t, "opt(") {
			return series{before: "optional.none()", open: ".or(", close: ")", to: t}
		}
	}
	some := []series{
		{before: "[", between: ", ", after: "]", to: "list(" + t + ")"},
		{before: "[1, 2].map(x, [", between: ", ", after: "])", to: "list(list(" + t + "))"},
		{before: "{", open: "'k#': ", between: ", ", after: "}", to: "map(" + t + ")"},
		{open: "self.b == # ? ", between: " : ", after: " : dyn(1)", to: "dyn", tight: true},
		{open: "[", close: "]", between: " + ", to: "list(" + t + ")"},
		{before: "[[", between: "], [", after: "]]", to: "list(list(" + t + "))"},
		{before: "[dyn(1), ", between: ", ", after: "]", to: "list(dyn)"},
		{before: "'%s'.format([", between: ", ", after: "])", to: "string"},
		{before: "self.b in [", open: "dyn(", close: ")", between: ", ", after: "]", to: "bool"},
		{before: "[", open: "?optional.of(", close: ")", between: ", ", after: "]", to: "list(" + t + ")"},
		{open: "{'k': ", close: "}.k", between: " == ", to: "bool"},
		{before: "optional.none()", open: ".or(optional.of(", close: "))", to: "opt(" + t + ")"},
		{before: "sets.contains([", between: ", ", after: "], [])", to: "bool"},
		{before: "[1]", open: ".map(x, ", close: ")", to: "list(" + t + ")"},
		{before: "[1]", open: ".filter(x, dyn(", close: ") != null)", to: "list(int)"},
		{before: "optional.of(1)", open: ".optMap(x, ", close: ")", to: "opt(" + t + ")"},
	}
	switch t {
	case "bool":
		some = append(some,
			series{open: "", between: " ? true : ", after: " ? true : false", to: "bool", tight: true},
			series{before: "[", between: ", ", after: "].filter(y, y).size() == 1", to: "bool"},
			series{before: "[", between: ", ", after: "].exists_one(y, y)", to: "bool"},
			series{open: "(", close: " ? 1 : 0)", between: " + ", to: "int"},
			series{before: "[1]", open: ".filter(x, ", close: ")", to: "list(int)"})
	case "string":
		some = append(some,
			series{before: "'a'", open: ".replace('x', ", close: ")", to: "string"},
			series{before: "'a' in [", between: ", ", after: "]", to: "bool"})
	case "int":
		some = append(some,
			series{before: "math.greatest(", between: ", ", after: ")", to: "int"},
			series{before: "[", between: ", ", after: "].sum()", to: "int"})
	}
	return some[g.IntN(len(some))]
}

// A growth is an expression of the type bool or string whose size is chosen later: a series of parts,
// in a nest.
type growth struct {
	series             series
	right, wrong       cel
	around             [2]string // texts before and after the chain
	atLast, everywhere bool      // where the error is
	syntax             string    // what is not CEL behind all
}

// grow chooses an expression of a type, bool or string.
func (g growing) grow(t string) growth {
	var e growth
	e.right, e.wrong = g.part()
	if g.IntN(2) == 0 { // conditions, as most rules are
		e.right, e.wrong = g.toBool(e.right, e.wrong)
		e.series = series{between: g.one(" && ", " || ", " && ", " || ", " && !", " || false && "), to: "bool"}
		e.series.tight = strings.HasSuffix(e.series.between, "!") || g.IntN(3) == 0
	} else {
		e.series = g.series(e.right.typ)
	}
	const inside = "\x00"
	whole := cel{inside, e.series.to}
	if loose(e.series.before + e.series.between + e.series.after) {
		whole.text = "(" + inside + ")"
	}
	if n := []int{0, 0, 1, 5, 60, 200}[g.IntN(6)]; n > 0 && g.IntN(2) == 0 {
		whole, _ = g.nest(n, whole, whole)
	}
	if t == "bool" {
		whole, _ = g.toBool(whole, whole)
	} else if whole.typ != "string" {
		whole = whole.take(step{"T", "string(dyn($))", "string"}, 0)
	}
	// Steps may have what they are made of twice: only the first grows.
	before, after, _ := strings.Cut(whole.text, inside)
	e.around = [2]string{before, strings.ReplaceAll(after, inside, e.right.tight())}
	switch g.IntN(10) {
	case 0, 1:
		e.atLast = true
	case 2, 3:
		e.everywhere = true
	case 4:
		e.syntax = g.one(" &&", ")", " = 1", " 'é", " # x", "]", " a", ".")
	}
	return e
}

// most is how many parts a rule may have.
func (e *growth) most() int {
	const digits = 5 // of a number that stands for a mark
	longer := e.right.text
	if len(e.wrong.text) > len(longer) {
		longer = e.wrong.text
	}
	each := e.series.open + longer + e.series.close + e.series.between + "()"
	around := len(e.around[0]) + len(e.around[1]) + len(longer)
	return max(1, (longestRule-around)/(len(each)+digits*strings.Count(each, numberMark)))
}

// of is the expression with so many parts.
func (e *growth) of(n int) string {
	right, last := e.right, e.right
	if e.everywhere {
		right, last = e.wrong, e.wrong
	} else if e.atLast {
		last = e.wrong
	}
	return e.around[0] + e.series.of(n, right, last).text + e.around[1] + e.syntax
}
