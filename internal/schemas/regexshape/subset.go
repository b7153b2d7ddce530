package regexshape

import (
	"regexp/syntax"
	"slices"
)

// Within reports whether every text that a pattern matches is matched by another one
// as well. That is certain, and may be missed: the two are compared part by part, and
// what follows a repetition is not tried at all its lengths. Beyond misses less, and
// takes longer.
func Within(some, all *syntax.Regexp) bool {
	c := containment{steps: maxComparisons}
	return MatchesAll(all) || NeverMatches(some) || c.sequence(parts(some), parts(all))
}

// maxComparisons is how many pairs of parts are compared, which alternatives multiply.
const maxComparisons = 4000

type containment struct{ steps int }

// parts are what follows each other in a pattern, characters one by one.
func parts(re *syntax.Regexp) []*syntax.Regexp {
	switch re.Op {
	case syntax.OpConcat:
		var all []*syntax.Regexp
		for _, sub := range re.Sub {
			all = append(all, parts(sub)...)
		}
		return all
	case syntax.OpCapture:
		return parts(re.Sub[0])
	case syntax.OpEmptyMatch:
		return nil
	case syntax.OpLiteral:
		var all []*syntax.Regexp
		for i := range re.Rune {
			all = append(all, &syntax.Regexp{Op: syntax.OpLiteral, Flags: re.Flags, Rune: re.Rune[i : i+1]})
		}
		return all
	}
	return []*syntax.Regexp{re}
}

// sequence compares parts that follow each other: wherever some match in a text, all
// must be able to match the same piece of it.
func (c *containment) sequence(some, all []*syntax.Regexp) bool {
	if c.steps--; c.steps < 0 {
		return false
	}
	if len(some) > 0 {
		one, rest := some[0], some[1:]
		if len(all) > 0 && c.part(one, all[0]) && c.sequence(rest, all[1:]) {
			return true
		}
		switch {
		case one.Op == syntax.OpAlternate:
			return !slices.ContainsFunc(one.Sub, func(sub *syntax.Regexp) bool { return !c.sequence(slices.Concat(parts(sub), rest), all) })
		case one.Op == syntax.OpQuest:
			return c.sequence(rest, all) && c.sequence(slices.Concat(parts(one.Sub[0]), rest), all)
		case asserts(one) && c.sequence(rest, all):
			return true // without it there are only more matches
		}
	}
	if len(all) == 0 {
		return len(some) == 0
	}
	rest := all[1:]
	after := func(re *syntax.Regexp, then ...*syntax.Regexp) bool {
		return c.sequence(some, slices.Concat(parts(re), then, rest))
	}
	switch of := all[0]; of.Op {
	case syntax.OpAlternate:
		return slices.ContainsFunc(of.Sub, func(sub *syntax.Regexp) bool { return after(sub) })
	case syntax.OpQuest:
		return c.sequence(some, rest) || after(of.Sub[0])
	case syntax.OpStar:
		return c.sequence(some, rest) || after(of.Sub[0], of)
	case syntax.OpPlus:
		return after(of.Sub[0], repeated(of.Sub[0], 0, -1))
	case syntax.OpRepeat:
		if of.Min == 0 && c.sequence(some, rest) {
			return true
		}
		return of.Max != 0 && after(of.Sub[0], repeated(of.Sub[0], max(of.Min-1, 0), max(of.Max-1, -1)))
	}
	return false
}

func repeated(re *syntax.Regexp, least, most int) *syntax.Regexp {
	return &syntax.Regexp{Op: syntax.OpRepeat, Sub: []*syntax.Regexp{re}, Min: least, Max: most}
}

// asserts reports whether a part takes up no character and only holds at some places.
func asserts(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return false
}

// part compares two single parts.
func (c *containment) part(one, of *syntax.Regexp) bool {
	if one.Op == syntax.OpNoMatch || asserts(one) && one.Op == of.Op {
		return true
	}
	some, ok := classOf(one)
	all, holds := classOf(of)
	if ok && holds {
		return subset(some, all)
	}
	if one.Op == syntax.OpLiteral && of.Op == syntax.OpLiteral {
		return one.Flags&syntax.FoldCase == of.Flags&syntax.FoldCase && slices.Equal(one.Rune, of.Rune)
	}
	from, to, sub := times(one)
	least, most, wider := times(of)
	if sub == nil || wider == nil || least > from || most >= 0 && (to < 0 || to > most) {
		return false
	}
	return c.sequence(parts(sub), parts(wider))
}

// times says how often what is repeated; the most is -1 for any number.
func times(re *syntax.Regexp) (least, most int, of *syntax.Regexp) {
	switch re.Op {
	case syntax.OpStar:
		return 0, -1, re.Sub[0]
	case syntax.OpPlus:
		return 1, -1, re.Sub[0]
	case syntax.OpQuest:
		return 0, 1, re.Sub[0]
	case syntax.OpRepeat:
		return re.Min, re.Max, re.Sub[0]
	}
	return 0, 0, nil
}

// classOf returns the ranges of a part that matches one character of any case that is
// written there.
func classOf(re *syntax.Regexp) ([]rune, bool) {
	switch re.Op {
	case syntax.OpCharClass:
		return re.Rune, true
	case syntax.OpAnyChar:
		return []rune{0, 0x10ffff}, true
	case syntax.OpAnyCharNotNL:
		return []rune{0, '\n' - 1, '\n' + 1, 0x10ffff}, true
	case syntax.OpLiteral:
		if len(re.Rune) == 1 && re.Flags&syntax.FoldCase == 0 {
			return []rune{re.Rune[0], re.Rune[0]}, true
		}
	}
	return nil, false
}

// subset compares ranges of characters, each pair the first and the last of one.
func subset(some, all []rune) bool {
	for i := 0; i+1 < len(some); i += 2 {
		held := false
		for j := 0; j+1 < len(all) && !held; j += 2 {
			held = all[j] <= some[i] && some[i+1] <= all[j+1]
		}
		if !held {
			return false
		}
	}
	return true
}
